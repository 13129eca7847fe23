/* clocks.h: this rank's model of the global clock, renewed on a budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_CLOCKS_H
#define CLOCKSYNC_CLOCKS_H

#include <mpi.h>
#include "clocksync/clocksync.h"
#include "clocksync/history.h"

/*
 * A model grows wrong with its age. How fast is seen at every renewal: the
 * largest difference of any rank between the old model and the new one, the
 * jump. The next renewal comes when, at that pace, the models will be wrong by
 * the budget, but never so soon that clock synchronization takes more than a
 * twentieth of the time. A renewal is a short synchronization: it finds the
 * offset; the slope is in what the earlier ones found. The same on all ranks
 * but for the model and its history, unless said.
 */
struct clocks {
    struct clock_model model; /* this rank's */
    struct history history;   /* what it was made from */
    const struct clocksync *sync;
    struct clocksync_config config; /* the first synchronization's */
    struct clocksync_info info;     /* of the last renewal */
    bool shared;                    /* one clock for all: nothing to renew */
    double interval;                /* seconds from one renewal to the next */
    double taken;   /* this rank's clock at the last renewal of all ... */
    double renewed; /* ... and at the last one that it took part in */
    double jump;    /* of the last renewal, seconds; NAN: there was none */
    long renewals;
    struct clock_model *models; /* of the last renewal's ranks, rank 0 only */
    int nmodels;
};

/* After a first synchronization of all ranks. */
void clocks_open(struct clocks *c, const struct clock *clock,
                 const struct clock_model *model, const struct clocksync *sync,
                 const struct clocksync_config *config,
                 const struct clocksync_info *info);
void clocks_close(struct clocks *c);

/* Seconds until the next renewal, from what the last one found: the models
 * were `age` old and wrong by `jump`, and the renewal took `cost`. Pure. */
double clocks_interval(double budget, double age, double jump, double cost);

/* Is it time? Asked on rank 0: of the ranks that were renewed last, between
 * stages, or of all there are, before a case. */
bool clocks_stale(const struct clocks *c, const struct clock *clock, bool all);

/* The largest residual, of any rank, of the last renewal, seconds; rank 0 only,
 * NAN before the first. */
double clocks_residual(const struct clocks *c);

/* Collective over comm, whose rank 0 is rank 0; `all`: these are all ranks. MPI
 * error code. */
int clocks_renew(struct clocks *c, MPI_Comm comm, const struct clock *clock,
                 bool all);

#endif /* CLOCKSYNC_CLOCKS_H */
