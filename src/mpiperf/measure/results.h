/* results.h: the rows of a case, from empty ones to those with figures. Rank 0
 * has them, bench_results() of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULTS_H
#define MPIPERF_RESULTS_H

#include "mpiperf/measure/measure.h"

/* Makes rows of what is all zero. */
void results_start(struct result *results, const struct bench_case *c,
                   const struct bench *b);
/* The variant has no figures under any method. Its rows get the reason, unless
 * they have one. */
void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause);
/* The same of all variants. */
void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause);
/* Computes the figures. `repeats`: of the operation in one launch. */
void results_finish(struct result *results, const struct bench_case *c,
                    const struct bench *b, double repeats);

#endif /* MPIPERF_RESULTS_H */
