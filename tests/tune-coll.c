/* tune-coll.c: "tune-coll NAME BYTES..." calls a collective once with each
 * number of bytes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 2; i < argc; i++) {
        int n = atoi(argv[i]);
        char *from = calloc((size_t)n + 1, 1);
        char *to = calloc((size_t)(n * size) + 1, 1);

        if (strcmp(argv[1], "bcast") == 0)
            MPI_Bcast(to, n, MPI_CHAR, 0, MPI_COMM_WORLD);
        else if (strcmp(argv[1], "allgather") == 0)
            MPI_Allgather(from, n, MPI_CHAR, to, n, MPI_CHAR, MPI_COMM_WORLD);
        else if (strcmp(argv[1], "allreduce") == 0)
            MPI_Allreduce(from, to, n, MPI_CHAR, MPI_SUM, MPI_COMM_WORLD);
        free(from);
        free(to);
    }
    MPI_Finalize();
    return 0;
}
