/* ranks.h: what launches took each rank by itself. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RANKS_H
#define MPIPERF_RANKS_H

#include "mpiperf/measure/launch.h"
#include "mpiperf/measure/result.h"

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

#endif /* MPIPERF_RANKS_H */
