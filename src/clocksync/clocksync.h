/* clocksync.h: every rank's local clock against the global one, rank 0's. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKSYNC_H
#define CLOCKSYNC_CLOCKSYNC_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "lib/names.h"
#include "lib/params.h"
#include "timers/timer.h"

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
/* Of a struct clocksync_config. */
extern const struct param_table clocksync_params;

/* NULL: there is none of that name. */
static inline const struct clocksync *clocksync_find(const char *name)
{
    return names_row(clocksync_table, name);
}

/*
 * Runs the method, then the check that finds each rank's residual. The models
 * of all ranks agree on rank 0's clock as the global time. Collective.
 */
int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock,
                  const struct clocksync_config *config,
                  struct clock_model *model, struct clocksync_info *info);

#endif /* CLOCKSYNC_CLOCKSYNC_H */
