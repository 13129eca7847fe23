/* preload-bcast.c: an MPI_Bcast that replaces the MPI library's. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * As in the MPIPerf paper: with LD_PRELOAD=preload-bcast.so, `native` measures
 * this function. The root sends to all other ranks one by one. As proof that
 * this function is used, MPI_Finalize prints the number of calls; and if
 * BCAST_WRONG is set, messages of 1000 bytes arrive with a wrong last byte.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TAG = 32000, WRONG = 1000 };

static long calls;

static int from_root(const void *buffer, int count, MPI_Datatype datatype,
                     int root, MPI_Comm comm)
{
    int rc = MPI_SUCCESS, size;

    MPI_Comm_size(comm, &size);
    for (int rank = 0; rank < size && rc == MPI_SUCCESS; rank++)
        if (rank != root)
            rc = MPI_Send(buffer, count, datatype, rank, TAG, comm);
    return rc;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    int rank, rc;

    calls++;
    MPI_Comm_rank(comm, &rank);
    if (rank == root)
        return from_root(buffer, count, datatype, root, comm);
    rc = MPI_Recv(buffer, count, datatype, root, TAG, comm, MPI_STATUS_IGNORE);
    if (datatype == MPI_BYTE && count == WRONG && getenv("BCAST_WRONG") != NULL)
        ((unsigned char *)buffer)[count - 1] ^= 1;
    return rc;
}

int MPI_Finalize(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        fprintf(stderr, "preload-bcast: %ld calls\n", calls);
    return PMPI_Finalize();
}
