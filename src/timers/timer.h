/* timer.h: local clocks. One clock a file; no MPI but in wtime.c. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_TIMER_H
#define TIMERS_TIMER_H

#include <stdbool.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/names.h"

/* A reading of a timer; what one tick is worth differs by timer. */
typedef int64_t ticks_t;

/* What a timer's readings are comparable with. */
enum timer_scope {
    TIMER_PROCESS, /* only with the same process's (MPI_Wtime) */
    TIMER_NODE,    /* with those of all processes under the same kernel,
                      unless a test shows otherwise */
    TIMER_GLOBAL,  /* with those of all processes */
};

/*
 * A local clock. read() is the only function called inside a timed region.
 * open() makes it ready and sets the ticks per second; it returns 0, or -errno
 * with *cause set to a constant string when the timer can't be used here:
 * -ENOSYS when no machine of this kind has it.
 * sleep_until() returns shortly before the deadline, or at it; NULL where a
 * wait is all spinning.
 */
struct timer {
    const char *name;
    const char *help;
    enum timer_scope scope;
    bool percore; /* every core has a counter of its own: unfit where a test
                     shows that they disagree */
    int (*open)(double *ticks_per_sec, const char **cause);
    ticks_t (*read)(void);
    void (*sleep_until)(ticks_t deadline);
};

/* NULL-terminated, in the order in which `auto` prefers them. */
extern const struct timer *const timer_table[];

/* NULL: there is none of that name. */
static inline const struct timer *timer_find(const char *name)
{
    return names_row(timer_table, name);
}

/* Time is a simulator's: it passes in MPI calls, sleeps and readings of clocks
 * only, and all clocks are one. No other timer than `simulated` is opened. */
bool time_is_simulated(void);

/* A timer that has been opened: everything the others need of it. */
struct clock {
    const struct timer *timer;
    double ticks_per_sec;
    double read_cost; /* seconds from one reading to the next; 0: not known */
};

/* 0, or -errno with *cause set to a constant string. Takes at most 0.1 s. */
int clock_open(struct clock *c, const struct timer *timer, const char **cause);

static inline ticks_t clock_read(const struct clock *c)
{
    return c->timer->read();
}

/* No reading and no deadline is farther from 0 than this, so that the
 * difference of any two still is a number of ticks. */
#define TICKS_MOST ((ticks_t)1 << 62)

/* Seconds in ticks of that rate. What is beyond TICKS_MOST becomes it: a
 * deadline there has passed, or will never come. So will NAN. */
static inline ticks_t ticks_of(double seconds, double ticks_per_sec)
{
    double t = seconds * ticks_per_sec;

    if (t <= -(double)TICKS_MOST)
        return -TICKS_MOST;
    return t < (double)TICKS_MOST ? llrint(t) : TICKS_MOST;
}

/* Ticks to seconds and back; the time is the timer's own, no offset. */
static inline double clock_seconds(const struct clock *c, ticks_t t)
{
    return (double)t / c->ticks_per_sec;
}

static inline ticks_t clock_ticks(const struct clock *c, double seconds)
{
    return ticks_of(seconds, c->ticks_per_sec);
}

/* Less than that is how counters of two cores may differ. */
#define CLOCK_BACK 1e-3

/* By how many seconds the clock was set back between two readings; 0: it was
 * not.
 */
static inline double clock_set_back(const struct clock *c, ticks_t earlier,
                                    ticks_t now)
{
    double back = clock_seconds(c, earlier - now);

    return back > CLOCK_BACK ? back : 0;
}

/* Waits until the clock has reached `deadline` and returns the last reading,
 * the first one at or past it. When the clock is set back by more than was
 * waited for so far, the reading after that is the last: the deadline has lost
 * its meaning. */
static inline ticks_t clock_wait(const struct clock *c, ticks_t deadline)
{
    ticks_t now, least;

    if (c->timer->sleep_until != NULL)
        c->timer->sleep_until(deadline);
    now = c->timer->read();
    if (now >= deadline)
        return now;
    least = now - clock_ticks(c, CLOCK_BACK);
    do {
        now = c->timer->read();
    } while (now < deadline && now >= least);
    return now;
}

#endif /* TIMERS_TIMER_H */
