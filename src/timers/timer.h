/* timer.h: local clocks, one per source file. Only `wtime` calls MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_TIMER_H
#define TIMERS_TIMER_H

#include <stdbool.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/names.h"
#include "timers/spin.h"

/* A reading of a timer. Each timer has its own length of a tick. */
typedef int64_t ticks_t;

/* Processes whose readings of a timer can be compared. */
enum timer_scope {
    TIMER_PROCESS, /* within one process (MPI_Wtime) */
    TIMER_NODE,    /* processes of one kernel, unless a test shows otherwise */
    TIMER_GLOBAL,  /* between all processes */
};

/*
 * A timer. Only read() is called inside a timed region. open() prepares the
 * timer and sets its ticks per second. It returns 0, or -errno with a constant
 * string in *cause if the timer cannot be used (-ENOSYS: no machine of this
 * kind has it). sleep_until() returns at the deadline or shortly before; if it
 * is NULL, the caller spins instead.
 */
struct timer {
    const char *name;
    const char *help;
    enum timer_scope scope;
    bool percore; /* each core has its own counter; unfit if a test shows
                     differences */
    int (*open)(double *ticks_per_sec, const char **cause);
    ticks_t (*read)(void);
    void (*sleep_until)(ticks_t deadline);
};

/* All timers, NULL-terminated, in the order in which `auto` prefers them. */
extern const struct timer *const timer_table[];

/* Returns the timer with this name, or NULL. */
static inline const struct timer *timer_find(const char *name)
{
    return names_row(timer_table, name);
}

/* An open timer, for other modules. */
struct clock {
    const struct timer *timer;
    double ticks_per_sec;
    double read_cost; /* seconds per reading; 0 if unknown */
    double step;      /* smallest step between two readings, seconds; 0 if
                         unknown */
    double spins;     /* steps of spin() in one step of the clock; 0 if
                       * unknown */
};

/* Opens a timer; takes at most 0.1 s. Returns 0, or -errno with a constant
 * string in *cause. */
int clock_open(struct clock *c, const struct timer *timer, const char **cause);

static inline ticks_t clock_read(const struct clock *c)
{
    return c->timer->read();
}

/* Limit on the absolute values of readings and deadlines, so that any
 * difference of two fits into ticks_t. */
#define TICKS_MOST ((ticks_t)1 << 62)

/* Converts seconds to ticks, limited to +-TICKS_MOST: a deadline of -TICKS_MOST
 * has always passed, one of TICKS_MOST is never reached. NAN becomes
 * TICKS_MOST. */
static inline ticks_t ticks_of(double seconds, double ticks_per_sec)
{
    double t = seconds * ticks_per_sec;

    if (t <= -(double)TICKS_MOST)
        return -TICKS_MOST;
    return t < (double)TICKS_MOST ? llrint(t) : TICKS_MOST;
}

/* Convert ticks to seconds and back, without an offset. */
static inline double clock_seconds(const struct clock *c, ticks_t t)
{
    return (double)t / c->ticks_per_sec;
}

static inline ticks_t clock_ticks(const struct clock *c, double seconds)
{
    return ticks_of(seconds, c->ticks_per_sec);
}

/* The counters of two cores may differ by this many seconds, so smaller steps
 * back are ignored. */
#define CLOCK_BACK 1e-3

/* Returns by how many seconds the clock was set back between two readings, or
 * 0. */
static inline double clock_set_back(const struct clock *c, ticks_t earlier,
                                    ticks_t now)
{
    double back = clock_seconds(c, earlier - now);

    return back > CLOCK_BACK ? back : 0;
}

/* Waits until the clock reaches `deadline`. Returns the first reading that is
 * not before the deadline. If the clock is set back to before the start of the
 * wait, returns that reading at once, because the deadline then has no
 * meaning. */
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

/* A launch begins 0 to CLOCK_SHIFT steps of the clock after its scheduled
 * start; clock_shift() derives this number from the launch's number. If all
 * launches began just after a step of a coarse clock, their times would be
 * rounded down to whole steps. If they begin at random points between two
 * steps, times are right on average. The shift is the sum of two uniformly
 * distributed ones, of up to 1 and 1.4 steps. Then the average is right within
 * 0.01 steps even if spin() is 30 % faster or slower than measured. */
#define CLOCK_SHIFT 2.4
double clock_shift(uint64_t launch);

/* Waits until the clock reaches `deadline`, and then for `shift` steps of the
 * clock. Returns the reading after that. clock_wait() always ends just after a
 * step of a coarse clock, so the shift is spent in spin(), without the
 * clock. */
static inline ticks_t clock_start(const struct clock *c, ticks_t deadline,
                                  double shift)
{
    int64_t spins = (int64_t)(shift * c->spins);
    ticks_t now = clock_wait(c, deadline);

    if (spins == 0)
        return now;
    spin(spins);
    return c->timer->read();
}

#endif /* TIMERS_TIMER_H */
