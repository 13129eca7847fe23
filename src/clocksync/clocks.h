/* clocks.h: this rank's model of the global clock, renewed within a budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKS_H
#define CLOCKSYNC_CLOCKS_H

#include <mpi.h>
#include "clocksync/clocksync.h"
#include "clocksync/history.h"

/* The error of a model grows with its age. Each renewal measures this error as
 * the jump: the largest difference over all ranks between the old model and the
 * new one. The next renewal is due when an error that grows at the same pace
 * would reach the budget, but renewals take at most a twentieth of the time. A
 * renewal is a short synchronization that finds the offset; the slope also uses
 * earlier renewals. Members are equal on all ranks, except model, history, and
 * where noted. */
struct clocks {
    struct clock_model model; /* this rank's model */
    struct history history;   /* earlier offsets from which the model comes */
    const struct clocksync *sync;
    struct clocksync_config config; /* parameters of the first
                                     * synchronization */
    struct clocksync_info info;     /* result of the latest renewal */
    bool shared;                    /* all ranks share one clock, so nothing is
                                       renewed */
    double interval;                /* seconds between renewals */
    double taken;   /* local time of the latest renewal of all ranks */
    double renewed; /* local time of this rank's latest renewal */
    double jump;    /* jump of the latest renewal, seconds; NAN before the
                       first */
    long renewals;
    struct clock_model *models; /* rank 0: models made in the latest renewal */
    int nmodels;
};

/* Initializes c after the first synchronization, that of all ranks. */
void clocks_open(struct clocks *c, const struct clock *clock,
                 const struct clock_model *model, const struct clocksync *sync,
                 const struct clocksync_config *config,
                 const struct clocksync_info *info);
void clocks_close(struct clocks *c);

/* Returns the seconds until the next renewal, if this renewal took `cost`
 * seconds and the models before it were `age` seconds old and wrong by `jump`.
 * Pure. */
double clocks_interval(double budget, double age, double jump, double cost);

/* True if a renewal is due. Called on rank 0: with `all` before a case, for all
 * ranks, or between turns, for the ranks of the case. */
bool clocks_stale(const struct clocks *c, const struct clock *clock, bool all);

/* Returns the largest residual of all ranks at the latest renewal, in seconds;
 * NAN before the first. Rank 0 only. */
double clocks_residual(const struct clocks *c);

/* Renews the models. Collective over comm, whose rank 0 has the global clock.
 * all: comm contains all ranks. Returns an MPI error code. */
int clocks_renew(struct clocks *c, MPI_Comm comm, const struct clock *clock,
                 bool all);

#endif /* CLOCKSYNC_CLOCKS_H */
