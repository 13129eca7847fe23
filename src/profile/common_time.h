/* common_time.h: this rank's clock, and a time common to all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_COMMON_TIME_H
#define PROFILE_COMMON_TIME_H

#include <mpi.h>

#include "timers/timer.h"

/*
 * Clocks are compared in MPI_Init and again in MPI_Finalize. In between, the
 * common time is a linear function of the local clock: this corrects constant
 * differences in rate, but not changes of the rate.
 */
struct common_time {
    struct clock clock;
    int first; /* lowest rank of this node */
    /* False on a single node with more ranks than processors: all ranks read
     * the same clock, and a comparison would be slow and useless. */
    bool compared;
    ticks_t at[2];    /* readings of the local clock at both comparisons */
    double common[2]; /* common times: seconds since rank 0's first */
    double bound;     /* maximum error of all ranks' comparisons, seconds */
};

/* Global, because interposed functions have MPI's arguments only. Constant
 * between MPI_Init and MPI_Finalize. */
extern struct common_time common_time;

static inline ticks_t time_now(void)
{
    return clock_read(&common_time.clock);
}

/* Has the timer with that name tried first, if there is one. */
bool time_prefer(const char *timer);

/* time_begin() opens the clock and compares it with rank 0's; time_end()
 * repeats the comparison. Collective; return 0 or an error code, on all
 * ranks. */
int time_begin(MPI_Comm comm);
int time_end(MPI_Comm comm);

/* Converts the difference of two readings to seconds. */
double time_seconds(ticks_t ticks);

/* Returns the common time of a reading, after time_end(). */
double time_common(ticks_t reading);

#endif /* PROFILE_COMMON_TIME_H */
