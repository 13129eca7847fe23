/* plan.h: the list of cases to measure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PLAN_H
#define MPIPERF_PLAN_H

#include "mpiperf/options/options.h"

/* Returns the datatype for the operation's messages: that of --datatype, or by
 * default byte; double for reductions. */
const struct dtype *options_dtype(const struct options *o, const struct op *op);

/* The cases to measure; they do not change during the run. */
struct plan {
    struct bench_case *cases;
    size_t n;
};

/* Makes the list of cases, ordered by choice, number of ranks, size and root:
 * those of the options, or calls of --program. Pure. */
void plan_build(struct plan *p, const struct options *o);
void plan_free(struct plan *p);

/* Reads the profile of --program, of `world` ranks and the MPI library `mpi`.
 * Returns {"name": text, "seconds": x, "ranks": n, "calls": [records]}, a new
 * reference; NULL with a malloced *cause. */
json_t *calls_read(const struct options *o, int world, const char *mpi,
                   char **cause);

/* Adds the fewest cases that cover 95 % of the program's work in the requested
 * operations, sorted by the work of their operations; similar calls make one
 * case. With --arrival=program, each case is planned without and with delays.
 */
void calls_plan(struct plan *p, const struct options *o);

#endif /* MPIPERF_PLAN_H */
