/* gauges.c: for LD_PRELOAD: gauges show the states of schedule.h. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mpiperf's gauges read CLOCK_MONOTONIC_RAW before and after their work. With
 * this library, the clock advances between two readings by the microseconds
 * that STATES_GAUGE=NEAR/FAR says for the current state, or by the real time if
 * that is longer. A gauge whose work takes less real time thus shows only the
 * state. (The mean of n round trips is 1/(2n) of this time; above 2 us it is
 * rejected.)
 *
 * The same clock calibrates timers, before the first MPI_Barrier: until then it
 * is not changed. Later only the gauges use it; the time that they report for
 * themselves (watch_seconds) becomes too long.
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
    struct levels us;
    bool shows;           /* clocks have been calibrated */
    int64_t last, before; /* latest reading, and the one before it, ns */
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

/* Returns what to show instead of the reading `now`. */
static int64_t later(int64_t now)
{
    int state = schedule_now(&gauges.schedule);
    int64_t least = gauges.last + llrint(1e3 * levels_of(&gauges.us, state));

    gauges.before = gauges.last;
    gauges.last = now > least ? now : least;
    return gauges.last;
}

/* A rank that waits for a neighbour reads the clock for its deadline and then
 * yields. That reading is not part of a gauge, so its effect is undone here. */
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
