/* slowcoll.c: for LD_PRELOAD: MPI_Bcast is slow for some message sizes, and the
 * clock shows only the time of collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With this library, collectives take 10 us by MPI_Wtime(). If SLOWCOLL is set,
 * an MPI_Bcast of 1 KiB to 4 KiB takes 1 ms. Other programs on the machine have
 * no effect. Messages below 256 bytes, which are mpiperf's own, take their real
 * time.
 */
#include <mpi.h>
#include <stdlib.h>

enum { LEAST = 256, FROM = 1024, TO = 4096 };

/* The latest reading; time of collectives since then; time shown minus real
 * time. */
static double latest, cost, ahead;

double MPI_Wtime(void)
{
    double real = PMPI_Wtime();

    if (cost > 0)
        ahead = latest + cost - real;
    cost = 0;
    return latest = real + ahead;
}

static int later(int rc, int count, MPI_Datatype datatype, int slow)
{
    int bytes;

    PMPI_Type_size(datatype, &bytes);
    bytes *= count;
    slow = slow && bytes >= FROM && bytes <= TO && getenv("SLOWCOLL") != NULL;
    if (bytes >= LEAST)
        cost += slow ? 1e-3 : 10e-6;
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
