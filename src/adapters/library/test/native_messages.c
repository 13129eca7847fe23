/* native_messages.c: prints the messages of Open MPI's own choices, for
 * library.bats; prints nothing if messages cannot be counted. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include <stdlib.h>
#include "adapters/library/openmpi_proof.h"

enum { LARGEST = 1 << 20, RANKS_MOST = 8 };

static char sent[RANKS_MOST * LARGEST], received[RANKS_MOST * LARGEST];

static void call(int op, int n, MPI_Comm comm)
{
    switch (op) {
    case 0:
        MPI_Bcast(received, n, MPI_CHAR, 0, comm);
        break;
    case 1:
        MPI_Allreduce(sent, received, n, MPI_CHAR, MPI_BOR, comm);
        break;
    case 2:
        MPI_Allgather(sent, n, MPI_CHAR, received, n, MPI_CHAR, comm);
        break;
    case 3:
        MPI_Alltoall(sent, n, MPI_CHAR, received, n, MPI_CHAR, comm);
        break;
    case 4:
        MPI_Reduce(sent, received, n, MPI_CHAR, MPI_BOR, 0, comm);
        break;
    default:
        MPI_Barrier(comm);
    }
}

int main(int argc, char **argv)
{
    long counts[2], all[2 * RANKS_MOST];
    struct messages m;
    MPI_Comm comm;
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > RANKS_MOST)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int op = 0; op < 6; op++)
        for (int n = 1; n <= LARGEST; n *= 4) {
            bool counted = messages_begin(&m, comm);

            call(op, n, comm);
            messages_end();
            counts[0] = m.sent;
            counts[1] = (long)m.to;
            MPI_Gather(counts, 2, MPI_LONG, all, 2, MPI_LONG, 0, comm);
            for (int i = 0; counted && rank == 0 && i < size; i++)
                printf("%d %d %d %ld %lx\n", op, n, i, all[2 * i],
                       (unsigned long)all[2 * i + 1]);
        }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return EXIT_SUCCESS;
}
