/* results.h: what the launches of a case come to, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULTS_H
#define MPIPERF_RESULTS_H

#include "mpiperf/measure/measure.h"

/* bench_results() of them, all zeroed. */
void results_start(struct result *results, const struct bench_case *c,
                   const struct bench *b);
/* That variant of the case has no figures under any method; the reason,
 * where there is no other. */
void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause);
/* None could be measured. */
void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause);
/* The figures. `repeats`: of the operation in one launch. */
void results_finish(struct result *results, const struct bench_case *c,
                    const struct bench *b, double repeats);

#endif /* MPIPERF_RESULTS_H */
