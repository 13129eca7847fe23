/* slowcoll.c: for LD_PRELOAD: MPI_Bcast is slow for some message sizes, and the
 * clock shows only the time of collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With this library, collectives take 10 us by MPI_Wtime(). If SLOWCOLL is set,
 * an MPI_Bcast of 1 KiB to 4 KiB takes 1 ms. SLOWCOLL_US is the time of every
 * MPI_Bcast, in microseconds. SLOWCOLL_SCATTER is the standard deviation of the
 * logarithm of a run's times. Other programs on the machine have no effect.
 * Messages below 256 bytes, which are mpiperf's own, take their real time.
 */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

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

static double number(const char *name, double otherwise)
{
    const char *text = getenv(name);

    return text != NULL ? atof(text) : otherwise;
}

/* Returns this run's factor. The ranks' common parent is another process in
 * each run. Twelve uniform numbers are nearly a normal one. */
static double factor(void)
{
    unsigned int mixed = 2654435761u * (unsigned int)getppid();
    unsigned short seed[3] = {0x330e, (unsigned short)mixed,
                              (unsigned short)(mixed >> 16)};
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += erand48(seed);
    return exp(number("SLOWCOLL_SCATTER", 0) * sum);
}

static int later(int rc, int count, MPI_Datatype datatype, int slow)
{
    double us = slow ? number("SLOWCOLL_US", 10) : 10;
    int bytes;

    PMPI_Type_size(datatype, &bytes);
    bytes *= count;
    slow = slow && bytes >= FROM && bytes <= TO && getenv("SLOWCOLL") != NULL;
    if (bytes >= LEAST)
        cost += factor() * (slow ? 1e-3 : us * 1e-6);
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
