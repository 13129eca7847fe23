/* preload-clock.c: for LD_PRELOAD: clocks are set back by days while ranks wait
 * for the start of a broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

enum {
    SECONDS = 1000000, /* seconds by which clocks are set back */
    BYTES = 7,         /* size of the measured broadcasts */
    CALLS = 100,       /* they are set back after this many broadcasts */
    READINGS = 6,      /* and this many readings, i.e. during a wait */
};

static long calls, readings;

int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    calls += count == BYTES && type == MPI_BYTE;
    return PMPI_Bcast(buf, count, type, root, comm);
}

static int set_back(void)
{
    readings += calls > CALLS;
    return readings > READINGS ? SECONDS : 0;
}

double MPI_Wtime(void)
{
    return PMPI_Wtime() - set_back();
}

int gettimeofday(struct timeval *tv, void *zone)
{
    struct timespec t;

    (void)zone;
    clock_gettime(CLOCK_REALTIME, &t);
    *tv = (struct timeval){.tv_sec = t.tv_sec - set_back(),
                           .tv_usec = t.tv_nsec / 1000};
    return 0;
}
