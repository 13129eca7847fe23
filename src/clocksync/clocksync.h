/* clocksync.h: synchronizes all ranks' clocks with the global clock, that of
 * rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKSYNC_H
#define CLOCKSYNC_CLOCKSYNC_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "lib/names.h"
#include "lib/params.h"
#include "timers/timer.h"

/* Results of a synchronization, in addition to the models. */
struct clocksync_info {
    double closure; /* `ring` on rank 0: sum of offsets around the ring, ideally
                     * 0; else NAN */
    double cost;    /* seconds it took on the slowest rank, without the check of
                       residuals; set on all ranks */
    const char *chosen; /* name of the method actually used */
    const char *why;    /* `auto`: why it chose that method, a constant string;
                         * else NULL */
};

/* Parameters of a synchronization; equal on all ranks. */
struct clocksync_config {
    int d; /* a pair stops after d exchanges without a smaller round trip */
    int points;     /* number of offsets from which to fit the drift, at least
                     * 2 */
    double span;    /* seconds from the first offset to the last; above 0 */
    double budget;  /* the caller renews models when their error reaches this,
                       seconds */
    bool each_case; /* the caller synchronizes only before each case, without
                     * budget and history */
};

/* A method of synchronization. sync() is collective over comm and returns an
 * MPI error code. */
struct clocksync {
    const char *name;
    const char *help;
    int (*sync)(MPI_Comm comm, const struct clock *clock,
                const struct clocksync_config *config,
                struct clock_model *model, struct clocksync_info *info);
};

extern const struct clocksync *const clocksync_table[]; /* NULL-terminated */
/* Parameters in struct clocksync_config. */
extern const struct param_table clocksync_params;

/* Returns the method with this name, or NULL. */
static inline const struct clocksync *clocksync_find(const char *name)
{
    return names_row(clocksync_table, name);
}

/*
 * Runs the method, then the check that measures each rank's residual. Sets
 * every rank's model, which maps its clock to global time. Collective; returns
 * an MPI error code.
 */
int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock,
                  const struct clocksync_config *config,
                  struct clock_model *model, struct clocksync_info *info);

#endif /* CLOCKSYNC_CLOCKSYNC_H */
