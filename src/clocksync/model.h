/* model.h: the global clock as a function of a local one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_MODEL_H
#define CLOCKSYNC_MODEL_H

#include "clocksync/pairwise.h"
#include "timers/timer.h"

/*
 * global = local + offset + slope * (local - epoch), all in seconds.
 * A value, not module state: several communicators and tests can coexist.
 */
struct clock_model {
    double epoch;       /* local time at which the offset was taken */
    double offset;      /* T_global - T_local at the epoch */
    double slope;       /* drift; 0 for the methods that do not model it */
    double slope_bound; /* hard bound on the error of slope at the epoch: what
                           two clocks may drift apart, where it is not modelled;
                           0 on one clock; NAN as uncertainty */
    double uncertainty; /* hard bound on the error of offset at the epoch: the
                           farther end of the envelope, summed along the path;
                           NAN: nothing was measured (`none`) */
    double residual;    /* what rank 0's clock is ahead of the model's global
                           time, by second, independent exchanges */
};

/* A model travels as the doubles that it is. */
enum { CLOCK_MODEL_DOUBLES = sizeof(struct clock_model) / sizeof(double) };

/* The model that says no more than one pair's result. */
struct clock_model model_of_pair(const struct pair_offset *p);

/* Hard bounds on the errors of clock_to_global() and of the slope at the local
 * time `local`, which may be another than the epoch: between two clocks both
 * grow with the distance, since rates change. */
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

/* The global clock now. */
static inline double clock_global_now(const struct clock_model *m,
                                      const struct clock *clock)
{
    return clock_to_global(m, clock_seconds(clock, clock_read(clock)));
}

#endif /* CLOCKSYNC_MODEL_H */
