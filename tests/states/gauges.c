/* gauges.c: gauges that show the state of schedule.h, for LD_PRELOAD. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpiperf's gauges read CLOCK_MONOTONIC_RAW around their work. Preloaded, that
 * clock moves on by as many microseconds from a reading to the next as
 * STATES_GAUGE=NEAR/FAR says of the state, or by more if more have passed.
 * Gauges whose work takes less, on this machine, show the state and nothing
 * else: a mean of n trips there and back is 1/(2n) of that time, and is given
 * up above 2 us.
 *
 * The same clock calibrates timers, before the first MPI_Barrier: until then it
 * is as it was. Later it times nothing else but what the gauges themselves take
 * (watch_seconds), of which it says too much.
 */
#include <dlfcn.h>
#include <mpi.h>
#include <stdbool.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "schedule.h"

typedef int gettime_fn(clockid_t id, struct timespec *ts);

static struct {
    struct schedule schedule;
    struct moment moment;
    struct levels us;
    bool shows;           /* clocks are calibrated */
    int64_t last, before; /* readings, nanoseconds; the one before the last */
} gauges;

static void gauges_begin(void)
{
    const char *us = schedule_setting("STATES_GAUGE", "2.4/6");

    if (levels_parse(&gauges.us, us) != 0) {
        fprintf(stderr, "gauges: STATES_GAUGE='%s': not NEAR/FAR\n", us);
        abort();
    }
    gauges.schedule = schedule_set();
    gauges.shows = true;
}

int MPI_Barrier(MPI_Comm comm)
{
    if (!gauges.shows)
        gauges_begin();
    return PMPI_Barrier(comm);
}

/* What a reading becomes. */
static int64_t later(int64_t now)
{
    int state = schedule_now(&gauges.schedule, &gauges.moment);
    int64_t least = gauges.last + llrint(1e3 * levels_of(&gauges.us, state));

    gauges.before = gauges.last;
    gauges.last = now > least ? now : least;
    return gauges.last;
}

/* Who waits for a neighbour looks at the clock for its patience alone, and
 * gives its core away: that reading is none of a gauge's. */
int sched_yield(void)
{
    gauges.last = gauges.before;
    return (int)syscall(SYS_sched_yield);
}

int clock_gettime(clockid_t id, struct timespec *ts)
{
    static gettime_fn *next;
    int64_t t;
    int rc;

    if (next == NULL)
        next = (gettime_fn *)dlsym(RTLD_NEXT, "clock_gettime");
    rc = next(id, ts);
    if (rc != 0 || id != CLOCK_MONOTONIC_RAW || !gauges.shows)
        return rc;
    t = later((int64_t)ts->tv_sec * 1000000000 + ts->tv_nsec);
    ts->tv_sec = (time_t)(t / 1000000000);
    ts->tv_nsec = (long)(t % 1000000000);
    return 0;
}
