/* timer.h: local clocks, one per source file. Most use no MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_TIMER_H
#define TIMERS_TIMER_H

#include <stdbool.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include "lib/names.h"
#include "timers/spin.h"

/* A reading of a timer, in ticks of the timer's own length. */
typedef int64_t ticks_t;

/* The processes whose readings of a timer can be compared. */
enum timer_scope {
    TIMER_PROCESS, /* readings of one process (MPI_Wtime) */
    TIMER_NODE,    /* readings of all processes under one kernel, unless a test
                      shows otherwise */
    TIMER_GLOBAL,  /* readings of all processes */
};

/*
 * A local clock. Only read() is called inside a timed region. open() prepares
 * the timer and sets its ticks per second. It returns 0, or -errno with a
 * constant string in *cause if the timer cannot be used; -ENOSYS: no machine of
 * this kind has it. sleep_until() returns at the deadline or shortly before;
 * NULL: the caller spins instead.
 */
struct timer {
    const char *name;
    const char *help;
    enum timer_scope scope;
    bool percore; /* each core has its own counter: unfit if a test shows that
                     they differ */
    int (*open)(double *ticks_per_sec, const char **cause);
    ticks_t (*read)(void);
    void (*sleep_until)(ticks_t deadline);
};

/* All timers in the order of preference of `auto`; NULL ends the list. */
extern const struct timer *const timer_table[];

/* Returns the timer of that name, or NULL. */
static inline const struct timer *timer_find(const char *name)
{
    return names_row(timer_table, name);
}

/* True in a simulator. Time then passes only in MPI calls, sleeps and readings
 * of clocks, and there is a single clock. Only the timer `simulated` can be
 * opened. */
bool time_is_simulated(void);

/* An open timer; all that other modules need. */
struct clock {
    const struct timer *timer;
    double ticks_per_sec;
    double read_cost; /* seconds per reading; 0: unknown */
    double step;      /* smallest step between readings, seconds; 0: unknown */
    double spins;     /* steps of spin() that take as long; 0: unknown */
};

/* Opens a timer, in at most 0.1 s. Returns 0, or -errno with a constant string
 * in *cause. */
int clock_open(struct clock *c, const struct timer *timer, const char **cause);

static inline ticks_t clock_read(const struct clock *c)
{
    return c->timer->read();
}

/* Limit on the absolute value of readings and deadlines: the difference of any
 * two of them fits in ticks_t. */
#define TICKS_MOST ((ticks_t)1 << 62)

/* Converts seconds to ticks, clamped to +-TICKS_MOST: a deadline there has
 * passed or never comes. NAN becomes TICKS_MOST. */
static inline ticks_t ticks_of(double seconds, double ticks_per_sec)
{
    double t = seconds * ticks_per_sec;

    if (t <= -(double)TICKS_MOST)
        return -TICKS_MOST;
    return t < (double)TICKS_MOST ? llrint(t) : TICKS_MOST;
}

/* Convert ticks to seconds and back, without any offset. */
static inline double clock_seconds(const struct clock *c, ticks_t t)
{
    return (double)t / c->ticks_per_sec;
}

static inline ticks_t clock_ticks(const struct clock *c, double seconds)
{
    return ticks_of(seconds, c->ticks_per_sec);
}

/* Seconds by which the counters of two cores may differ: smaller steps back are
 * ignored. */
#define CLOCK_BACK 1e-3

/* Returns the seconds by which the clock was set back between two readings, or
 * 0. */
static inline double clock_set_back(const struct clock *c, ticks_t earlier,
                                    ticks_t now)
{
    double back = clock_seconds(c, earlier - now);

    return back > CLOCK_BACK ? back : 0;
}

/* Waits until the clock reaches `deadline` and returns the last reading, the
 * first one not before it. If the clock is set back below the start of the
 * wait, returns at once with that reading, as the deadline is then
 * meaningless. */
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

/*
 * A launch begins a number of steps of the clock after its scheduled start, 0
 * to CLOCK_SHIFT, which clock_shift() derives from its number. If all launches
 * began just after a step of a coarse clock, their times would be rounded down
 * to whole steps; begun at any point between two steps, they are right on
 * average. The shift is the sum of two uniform ones, of up to 1 and 1.4 steps:
 * then the average is right within 0.01 steps even if spin() is 30 % faster or
 * slower than it was measured to be.
 */
#define CLOCK_SHIFT 2.4
double clock_shift(uint64_t launch);

/* Waits until the clock reaches `deadline`, and then `shift` steps of the clock
 * longer. Returns the reading after that. The wait itself always ends just
 * after a step of a coarse clock; so the shift is waited for without the
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
