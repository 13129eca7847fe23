/* clocksync.h: synchronizes the clocks of all ranks with rank 0's, the global
 * one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKSYNC_H
#define CLOCKSYNC_CLOCKSYNC_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "lib/names.h"
#include "lib/params.h"
#include "timers/timer.h"

/* Results of a synchronization besides the models. */
struct clocksync_info {
    double closure; /* ring: sum of the offsets around the ring, ideally 0; NAN
                       for other methods; set on rank 0 */
    double cost; /* seconds of the synchronization without the residual check:
                    the slowest rank's, on all ranks */
    const char *chosen; /* name of the method really used */
    const char *why;    /* auto: reason of the choice, a constant; else NULL */
};

/* Parameters of a synchronization; the same on all ranks. */
struct clocksync_config {
    int d; /* a pair stops after d exchanges without a smaller round trip */
    int points;     /* number of offsets to fit a drift to, at least 2 */
    double span;    /* seconds from the first offset to the last, above 0 */
    double budget;  /* error of the models, in seconds, that calls for their
                       renewal; used by the caller */
    bool each_case; /* synchronize before each case only, without the budget and
                       the history; used by the caller */
};

/*
 * A method. sync() is collective over comm and returns an MPI error code.
 */
struct clocksync {
    const char *name;
    const char *help;
    int (*sync)(MPI_Comm comm, const struct clock *clock,
                const struct clocksync_config *config,
                struct clock_model *model, struct clocksync_info *info);
};

extern const struct clocksync *const clocksync_table[]; /* NULL-terminated */
/* Parameters that fill in a struct clocksync_config. */
extern const struct param_table clocksync_params;

/* Returns the method of that name, or NULL. */
static inline const struct clocksync *clocksync_find(const char *name)
{
    return names_row(clocksync_table, name);
}

/*
 * Runs the method, then the check that measures each rank's residual. The
 * models of all ranks map to the global time, rank 0's clock. Collective.
 */
int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock,
                  const struct clocksync_config *config,
                  struct clock_model *model, struct clocksync_info *info);

#endif /* CLOCKSYNC_CLOCKSYNC_H */
