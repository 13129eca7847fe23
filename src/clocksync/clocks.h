/* clocks.h: this rank's model of the global clock, renewed on a budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKS_H
#define CLOCKSYNC_CLOCKS_H

#include <mpi.h>
#include "clocksync/clocksync.h"
#include "clocksync/history.h"

/*
 * The error of a model grows with its age. Each renewal measures it as the
 * jump: the largest difference, over all ranks, between the old model and the
 * new one. The next renewal is due when the error, growing at that pace,
 * reaches the budget, but so late that renewals take at most a twentieth of the
 * time. A renewal is a short synchronization, which finds the offset; the slope
 * comes from earlier renewals too. Members are the same on all ranks, except
 * the model and its history, or where noted.
 */
struct clocks {
    struct clock_model model; /* this rank's model */
    struct history history;   /* earlier offsets that the model was made from */
    const struct clocksync *sync;
    struct clocksync_config config; /* of the first synchronization */
    struct clocksync_info info;     /* result of the last renewal */
    bool shared;                    /* all ranks share one clock: no renewals */
    double interval;                /* seconds from one renewal to the next */
    double taken;   /* this rank's clock at the last renewal of all ranks */
    double renewed; /* this rank's clock at its last renewal */
    double jump;    /* jump of the last renewal in seconds; NAN: none yet */
    long renewals;
    struct clock_model *models; /* rank 0: those renewed last */
    int nmodels;
};

/* Initializes c after a first synchronization of all ranks. */
void clocks_open(struct clocks *c, const struct clock *clock,
                 const struct clock_model *model, const struct clocksync *sync,
                 const struct clocksync_config *config,
                 const struct clocksync_info *info);
void clocks_close(struct clocks *c);

/* Returns the seconds until the next renewal. At the last one, the models were
 * `age` old and wrong by `jump`, and it took `cost`. Pure. */
double clocks_interval(double budget, double age, double jump, double cost);

/* True if a renewal is due. Called on rank 0, before a case for all ranks
 * (all), or between stages for the ranks that were renewed last. */
bool clocks_stale(const struct clocks *c, const struct clock *clock, bool all);

/* Returns the largest residual of all ranks at the last renewal, in seconds;
 * NAN before the first. On rank 0 only. */
double clocks_residual(const struct clocks *c);

/* Renews the models. Collective over comm, whose rank 0 has the global clock;
 * all: comm has all ranks. Returns an MPI error code. */
int clocks_renew(struct clocks *c, MPI_Comm comm, const struct clock *clock,
                 bool all);

#endif /* CLOCKSYNC_CLOCKS_H */
