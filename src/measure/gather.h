/* gather.h: combines data of all ranks on rank 0 or on all ranks. Functions are
 * collective over the communicator and return an MPI error code, unless stated
 * otherwise. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GATHER_H
#define MPIPERF_GATHER_H

#include <mpi.h>
#include "measure/schedule.h"
#include "mpiperf/machine/gauge.h"
#include "ops/verify.h"

/* Combines the ranks' results of a turn in *all, on rank 0. */
int gather_turn(MPI_Comm comm, const struct turn_order *order,
                const struct turn_times *mine, struct turn_times *all);

/* --samples: adds every rank's durations to the ordered row, on rank 0. Only
 * rank 0 uses `all` and the rows of t. */
int gather_samples(MPI_Comm comm, const struct track *t,
                   const struct turn_order *order,
                   const struct turn_times *mine, const struct turn_times *all);

/* This rank's own times of a row's valid launches in a pass. */
struct rank_times {
    double sum; /* seconds */
    long n;
    bool each;         /* the times of all launches are kept, in `own` */
    struct series own; /* this rank's times; its peer's are not included */
};

/* Adds the launches whose bit is set in `counted`, which rank 0 has sent. */
void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted);

/* Sets rank_mean, rank_min and rank_max of the pass in n results on rank 0.
 * `repeats`: executions of the operation in a launch. */
int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results);

/* --pairs=each: sets the times of all pairs in the pass of n results on rank 0.
 * The time of a launch is that of the pair's slower rank. */
int pairs_gather(struct rank_times *t, size_t n, MPI_Comm comm, int peer,
                 double repeats, struct result *results);

/* --verify: adds to n results on rank 0 the first wrong data of the lowest rank
 * that has seen any: wrong[i] is this rank's text, or empty. */
int wrong_gather(char (*wrong)[VERIFY_TEXT], size_t n, MPI_Comm comm,
                 struct result *results);

/*
 * Reads the watched gauges once. All neighbours have to be in comm. Sets
 * level[] on all ranks to the seconds of the slowest rank; NAN: in every
 * attempt no rank had a reading, a neighbour did not answer, or a rank was
 * interrupted.
 */
int reading_take(struct neighbours *n, MPI_Comm comm, double level[GAUGES]);

/*
 * Makes an error of one rank an error of all ranks. rc: 0, or this rank's error
 * code with *cause malloced or NULL (then MPI's text is used). Returns 0 on all
 * ranks, or an error code on all ranks, with the cause of the lowest failing
 * rank in *cause, malloced: "rank 3: ..." unless all ranks failed.
 */
int agree_reason(MPI_Comm comm, int rc, char **cause);

#endif /* MPIPERF_GATHER_H */
