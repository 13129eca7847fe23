/* plan.h: the cases to measure, fixed before the first one runs. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PLAN_H
#define MPIPERF_PLAN_H

#include "mpiperf/options/options.h"

struct plan {
    struct bench_case *cases;
    size_t n;
};

/* Order: choices, procs, sizes, roots. Sizes are rounded up to whole
 * elements and duplicates dropped. */
void plan_build(struct plan *p, const struct options *o, int world);
void plan_free(struct plan *p);

#endif /* MPIPERF_PLAN_H */
