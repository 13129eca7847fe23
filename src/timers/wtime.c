/* wtime.c: the timer `wtime`: MPI_Wtime() in nanoseconds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <mpi.h>
#include "timers/timers.h"

static const double wtime_rate = 1e9;

static int wtime_open(double *ticks_per_sec, const char **cause)
{
    int running = 0;

    if (MPI_Initialized(&running) != MPI_SUCCESS || !running) {
        *cause = "MPI is not initialized";
        return -EAGAIN;
    }
    *ticks_per_sec = wtime_rate;
    return 0;
}

static ticks_t wtime_read(void)
{
    return ticks_of(MPI_Wtime(), wtime_rate);
}

/* Open MPI counts from each process's start, so readings of two processes
 * cannot be compared. */
const struct timer timer_wtime = {
    .name = "wtime",
    .help = "MPI_Wtime(), whatever clock the MPI library reads",
    .scope = TIMER_PROCESS,
    .open = wtime_open,
    .read = wtime_read,
};
