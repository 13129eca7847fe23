/* clocksync.h: every rank's local clock against the global one, rank 0's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKSYNC_H
#define CLOCKSYNC_CLOCKSYNC_H

#include <mpi.h>
#include <stdbool.h>
#include "lib/params.h"
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

/* What a synchronization found out besides the models. */
struct clocksync_info {
    double closure;     /* ring: the sum of offsets all round, should be 0;
                           NAN for others; set on rank 0 */
    double cost;        /* seconds that it took, the residual check excluded;
                           the slowest rank's, on all ranks */
    const char *chosen; /* name of the method that was really used */
    const char *why;    /* auto: why that one; NULL otherwise; a constant */
};

/* What a synchronization can be told; the same on all ranks. */
struct clocksync_config {
    int d;       /* exchanges without a smaller round trip that end a pair's */
    int points;  /* offsets that a drift is fitted to, at least 2 ... */
    double span; /* ... and the seconds from the first to the last, above 0 */
    double budget; /* seconds by which drift may make the models wrong before
                      they are renewed; the caller's affair */
    bool each_case; /* no budget: compared before each case and only then,
                       and what was found earlier is forgotten; likewise */
};

/*
 * A clock synchronization. sync() is collective over comm and returns an MPI
 * error code.
 */
struct clocksync {
    const char *name;
    const char *help;
    int (*sync)(MPI_Comm comm, const struct clock *clock,
                const struct clocksync_config *config,
                struct clock_model *model, struct clocksync_info *info);
};

extern const struct clocksync *const clocksync_table[]; /* NULL-terminated */
/* Rows for struct clocksync_config, NULL-terminated. */
enum { CLOCKSYNC_D, CLOCKSYNC_POINTS, CLOCKSYNC_SPAN, CLOCKSYNC_BUDGET };
extern const struct param clocksync_params[];

const struct clocksync *clocksync_find(const char *name);

/*
 * Runs the method, then the check that finds each rank's residual. The models
 * of all ranks agree on rank 0's clock as the global time. Collective.
 */
int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock,
                  const struct clocksync_config *config,
                  struct clock_model *model, struct clocksync_info *info);

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

#endif /* CLOCKSYNC_CLOCKSYNC_H */
