/* slowcoll.c: an MPI library whose MPI_Bcast is slow for messages of some
 * sizes. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With LD_PRELOAD=slowcoll.so each of these collectives takes a millisecond
 * longer, so that what else runs on the machine hardly matters; with SLOWCOLL
 * set, MPI_Bcast of 1 KiB to 4 KiB takes 100 ms longer. Messages under 256 bytes
 * are left as they are: mpiperf's own.
 */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { LEAST = 256, FROM = 1024, TO = 4096 };

static int later(int rc, int count, MPI_Datatype datatype, int slow)
{
    struct timespec wait = {.tv_nsec = 1000000};
    int bytes;

    PMPI_Type_size(datatype, &bytes);
    bytes *= count;
    if (slow && bytes >= FROM && bytes <= TO && getenv("SLOWCOLL") != NULL)
        wait.tv_nsec *= 100;
    if (bytes >= LEAST)
        nanosleep(&wait, NULL);
    return rc;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root,
              MPI_Comm comm)
{
    return later(PMPI_Bcast(buffer, count, datatype, root, comm), count,
                 datatype, 1);
}

int MPI_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                void *recvbuf, int recvcount, MPI_Datatype recvtype, int root,
                MPI_Comm comm)
{
    return later(PMPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount,
                              recvtype, root, comm),
                 2 * recvcount, recvtype, 0);
}

int MPI_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype,
                  MPI_Comm comm)
{
    return later(PMPI_Allgather(sendbuf, sendcount, sendtype, recvbuf,
                                recvcount, recvtype, comm),
                 2 * recvcount, recvtype, 0);
}

int MPI_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                   void *recvbuf, const int *recvcounts, const int *displs,
                   MPI_Datatype recvtype, MPI_Comm comm)
{
    return later(PMPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf,
                                 recvcounts, displs, recvtype, comm),
                 recvcounts[0] + recvcounts[1], recvtype, 0);
}
