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

/* Makes the list of cases, ordered by choice, number of ranks, size and root.
 * Sizes are rounded up to whole elements; duplicates are dropped. With
 * --program the calls of the program are the cases (calls.h). Pure. */
void plan_build(struct plan *p, const struct options *o);
void plan_free(struct plan *p);

#endif /* MPIPERF_PLAN_H */
