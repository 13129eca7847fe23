/* results.h: the rows of a case, from empty ones to those with figures. Rank 0
 * has them, bench_results() of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULTS_H
#define MPIPERF_RESULTS_H

#include "mpiperf/measure/measure.h"

/* Makes rows of what is all zero. */
void results_start(struct result *results, const struct bench_case *c,
                   const struct measuring *o);
/* A visit begins: variants that the bench could not open get the reason. */
void results_visit(struct result *results, const struct bench_case *c,
                   const struct bench *b);
/* A visit ends: algorithms say what they used. */
void results_describe(struct result *results, const struct bench_case *c,
                      const struct bench *b);
/* The variant cannot run under any method. Rows that no visit has measured have
 * no figures and get the reason, unless they have one; others end. */
void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause);
/* The same of all variants. */
void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause);
/* The figures of the rows' passes that have begun with that round. */
void results_pass(struct result *results, size_t n, size_t round,
                  const struct measuring *o);
/* Computes the figures. `repeats`: of the operation in one launch. */
void results_finish(struct result *results, const struct bench_case *c,
                    const struct harness *h, const struct measuring *o,
                    double repeats);
/* The mean of the figures of n visits, from that of those before the last one,
 * which has x; NAN counts for nothing. */
double results_mean(double mean, double x, double n);

#endif /* MPIPERF_RESULTS_H */
