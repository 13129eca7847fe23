/* common_time.h: this rank's clock, and the time that all ranks have in
 * common. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_COMMON_TIME_H
#define PROFILE_COMMON_TIME_H

#include <mpi.h>

#include "timers/timer.h"

/*
 * Clocks are compared in MPI_Init and again in MPI_Finalize. In between the
 * common time is linear in the local clock: constant differences of rate have
 * no effect, changes of rate have.
 */
struct common_time {
    struct clock clock;
    int first; /* lowest rank of this node */
    /* False if there is one node with more ranks than processors: its ranks
     * read one clock, and a comparison would take long and tell nothing. */
    bool compared;
    ticks_t at[2];    /* readings of the local clock at both comparisons */
    double common[2]; /* common time of these, seconds since the first one of
                         rank 0 */
    double bound; /* on the error of both comparisons, of all ranks, seconds */
};

/* Global, because an interposed function gets no argument of ours. Constant
 * between MPI_Init and MPI_Finalize. */
extern struct common_time common_time;

static inline ticks_t time_now(void)
{
    return clock_read(&common_time.clock);
}

/* Opens the clock and compares it with rank 0's; compares it again. Collective;
 * return 0 or an error code, the same on all ranks. */
int time_begin(MPI_Comm comm);
int time_end(MPI_Comm comm);

/* Converts a difference of readings to seconds. */
double time_seconds(ticks_t ticks);

/* Returns the common time of a reading, after time_end(). */
double time_common(ticks_t reading);

#endif /* PROFILE_COMMON_TIME_H */
