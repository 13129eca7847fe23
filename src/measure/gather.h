/* gather.h: what ranks have, brought to rank 0 or to all. Collective over the
 * communicator; an MPI error code, if nothing else is said. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GATHER_H
#define MPIPERF_GATHER_H

#include <mpi.h>
#include "measure/schedule.h"
#include "mpiperf/machine/gauge.h"

/* A turn as all ranks saw it, on rank 0. */
int gather_turn(MPI_Comm comm, const struct turn_order *order,
                const struct turn_times *mine, struct turn_times *all);

/* --samples: every rank's durations, added to the order's row on rank 0, which
 * alone uses `all` and t's rows. */
int gather_samples(MPI_Comm comm, const struct track *t,
                   const struct turn_order *order,
                   const struct turn_times *mine, const struct turn_times *all);

/* This rank's own times of a row's valid launches in a pass. */
struct rank_times {
    double sum; /* seconds */
    long n;
    bool each;         /* those of each launch are kept, too: */
    struct series own; /* not yet the pair's */
};

/* Adds those launches whose bit is set: rank 0 says which ones count. */
void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted);

/* At the end of a pass, into n results on rank 0. `repeats`: of the operation
 * in one launch. */
int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results);

/* Where each pair is measured by itself: its launches take as long as on the
 * slower of its ranks. Into n results on rank 0, whose pass then has the time
 * of each pair. */
int pairs_gather(struct rank_times *t, size_t n, MPI_Comm comm, int peer,
                 double repeats, struct result *results);

/*
 * One reading of the gauges that are watched, together with the neighbours, who
 * are all in comm. level, the same on all ranks: seconds, of the slowest rank;
 * NAN: nobody timed anything, a neighbour did not come or a rank was
 * interrupted, in every attempt.
 */
int reading_take(struct neighbours *n, MPI_Comm comm, double level[GAUGES]);

/* What MPI says of the error code, malloced. Not collective. */
char *error_text(int rc);

/*
 * What fails on one rank fails on all, with the same cause. rc: 0, or an MPI
 * error code with *cause malloced or NULL, which then becomes MPI's own text.
 * Returns 0 on all ranks, or on all an MPI error code with the lowest failing
 * rank's text in *cause, as "rank 3: ..." unless all failed.
 */
int agree_reason(MPI_Comm comm, int rc, char **cause);

#endif /* MPIPERF_GATHER_H */
