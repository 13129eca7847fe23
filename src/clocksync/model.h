/* model.h: the global clock as a function of a local one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_MODEL_H
#define CLOCKSYNC_MODEL_H

#include "clocksync/pairwise.h"
#include "timers/timer.h"

/*
 * global = local + offset + slope * (local - epoch), all in seconds. A model is
 * a plain value, so each communicator and each test can have its own.
 */
struct clock_model {
    double epoch;       /* local time at which the offset holds */
    double offset;      /* global minus local time at the epoch */
    double slope;       /* drift; 0 if the method does not model it */
    double slope_bound; /* hard bound on the error of `slope` at the epoch;
                         * without modelled drift, the maximum drift between two
                         * clocks; 0 on the global clock; NAN if unknown */
    double uncertainty; /* hard bound on the error of `offset` at the epoch,
                           from the envelopes on the path from rank 0; NAN if
                           none was measured */
    double residual; /* seconds by which rank 0's clock is ahead of this model's
                      * global time, from independent exchanges */
};

/* Length of a model as an array of doubles, the form in which it is sent. */
enum { CLOCK_MODEL_DOUBLES = sizeof(struct clock_model) / sizeof(double) };

/* Makes a model from the result of one pair. */
struct clock_model model_of_pair(const struct pair_offset *p);

/* Return hard bounds on the errors of clock_to_global() and of the slope at
 * local time `local`. Except for the global clock itself, both grow with the
 * distance from the epoch, because clock rates change. */
double clock_bound(const struct clock_model *m, double local);
double clock_slope_bound(const struct clock_model *m, double local);

static inline double clock_to_global(const struct clock_model *m, double local)
{
    return local + m->offset + m->slope * (local - m->epoch);
}

static inline double clock_to_local(const struct clock_model *m, double global)
{
    return m->epoch + (global - m->offset - m->epoch) / (1.0 + m->slope);
}

/* Returns the current global time. */
static inline double clock_global_now(const struct clock_model *m,
                                      const struct clock *clock)
{
    return clock_to_global(m, clock_seconds(clock, clock_read(clock)));
}

#endif /* CLOCKSYNC_MODEL_H */
