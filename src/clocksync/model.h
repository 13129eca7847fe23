/* model.h: the global clock as a function of a local one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_MODEL_H
#define CLOCKSYNC_MODEL_H

#include "clocksync/pairwise.h"
#include "timers/timer.h"

/*
 * global = local + offset + slope * (local - epoch), all in seconds. A value
 * without module state, so that communicators and tests can each have one.
 */
struct clock_model {
    double epoch;       /* local time to which the offset belongs */
    double offset;      /* T_global - T_local at the epoch */
    double slope;       /* drift; 0 for methods that do not model it */
    double slope_bound; /* hard bound on the error of slope at the epoch: the
                           maximum drift of two clocks if it is not modelled; 0
                           on the global clock; NAN like uncertainty */
    double uncertainty; /* hard bound on the error of offset at the epoch, by
                           the farther ends of the envelopes on the path from
                           rank 0; NAN: none measured */
    double residual; /* seconds by which rank 0's clock is ahead of the model's
                        global time, by independent exchanges */
};

/* Number of doubles of a model, which is sent as an array of doubles. */
enum { CLOCK_MODEL_DOUBLES = sizeof(struct clock_model) / sizeof(double) };

/* Returns the model from the result of one pair. */
struct clock_model model_of_pair(const struct pair_offset *p);

/* Return hard bounds on the errors of clock_to_global() and of the slope at
 * local time `local`. Both grow with the distance from the epoch, since clock
 * rates change, except for the global clock itself. */
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
