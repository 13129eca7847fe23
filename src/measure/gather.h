/* gather.h: a turn as all ranks saw it, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GATHER_H
#define MPIPERF_GATHER_H

#include <mpi.h>
#include "measure/control.h"
#include "measure/turn.h"

/* The largest of every figure over the ranks, in *all on rank 0, and of their
 * error codes in *failed. Collective; an MPI error code. */
int gather_report(MPI_Comm comm, const struct turn_order *order,
                  const struct turn_times *mine, struct turn_report *all,
                  int *failed);

/* --samples: every rank's durations, added to *r. Collective; r is NULL, and
 * ctl not used, on all ranks but 0. */
int gather_samples(MPI_Comm comm, const struct control *ctl,
                   const struct turn_order *order,
                   const struct turn_report *report,
                   const struct turn_times *mine, struct result *r);

/* This rank's own times of a row's valid launches in a pass. */
struct rank_times {
    double sum; /* seconds */
    long n;
};

/* Adds those launches whose bit is set: rank 0 says which ones count. */
void ranks_add(struct rank_times *t, const struct launch_times *launch,
               uint64_t counted);

/* At the end of a pass, into n results on rank 0. `repeats`: of the operation
 * in one launch. Collective; MPI error code. */
int ranks_gather(const struct rank_times *t, size_t n, MPI_Comm comm,
                 double repeats, struct result *results);

#endif /* MPIPERF_GATHER_H */
