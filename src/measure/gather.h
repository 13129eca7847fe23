/* gather.h: combines data from all ranks, on rank 0 or on all ranks. Unless
 * stated otherwise, functions are collective over the communicator and return
 * an MPI error code. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_GATHER_H
#define MEASURE_GATHER_H

#include <mpi.h>
#include "machine/gauge.h"
#include "measure/case_state.h"
#include "ops/verify.h"

/* Combines all ranks' results of a turn into *all, on rank 0. */
int gather_turn(MPI_Comm comm, const struct turn_order *order,
                const struct turn_times *mine, struct turn_times *all);

/* --samples: on rank 0, adds the durations on every rank to the row that the
 * order names. Only rank 0 uses `all` and the rows of t. */
int gather_samples(MPI_Comm comm, const struct case_state *t,
                   const struct turn_order *order,
                   const struct turn_times *mine, const struct turn_times *all);

/* This rank's times of a row's valid launches in a pass. */
struct rank_times {
    double sum; /* seconds */
    long n;
    bool each;         /* keep the time of every launch in `own` */
    struct series own; /* times on this rank, without those on its peer */
};

/* Adds the launches whose bit is set in `counted`, which rank 0 has sent. */
void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted);

/* On rank 0, sets rank_mean, rank_min and rank_max of the pass in n results.
 * `repeats`: executions of the operation in a launch. */
int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results);

/* --pairs=each and --rows=group: on rank 0, sets the times of all pairs, or of
 * all groups, for the pass in n results. The time of a launch is the time on
 * the slowest rank of the pair or group. group: MPI_COMM_NULL for pairs. */
int pairs_gather(struct rank_times *t, size_t n, MPI_Comm comm, int peer,
                 MPI_Comm group, double repeats, struct result *results);

/* --verify: on rank 0, adds to each of n results the first wrong data of the
 * lowest rank that has seen any. wrong[i]: this rank's text, or empty. */
int wrong_gather(char (*wrong)[VERIFY_TEXT], size_t n, MPI_Comm comm,
                 struct result *results);

/*
 * Reads the watched gauges once. All neighbours must be in comm. Sets level[]
 * on all ranks to the seconds on the slowest rank; NAN if in every attempt a
 * rank was interrupted or lacked a reading, or a neighbour did not answer.
 */
int reading_take(struct neighbours *n, MPI_Comm comm,
                 double level[GAUGE_KINDS]);

#endif /* MEASURE_GATHER_H */
