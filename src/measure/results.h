/* results.h: the rows of a case, from empty ones to those with figures. Rank 0
 * has them, case_rows() of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RESULTS_H
#define MPIPERF_RESULTS_H

#include "measure/measuring.h"
#include "measure/result.h"

/* A case has a row for each algorithm under each method: those of the first
 * method come first. */
size_t case_rows(const struct measuring *o, const struct bench_case *c);

/* Makes rows of what is all zero. */
void results_start(struct result *results, const struct bench_case *c,
                   const struct measuring *o);
/* A pass begins: variants with a reason, of the choice's, cannot have it. */
void results_begin(struct result *results, const struct bench_case *c,
                   const struct measuring *o, char *const *reasons);
/* A pass ends: algorithms, by their states, say what they used. */
void results_describe(struct result *results, const struct bench_case *c,
                      const struct measuring *o, void *const *states);
/* The variant cannot run under any method. Rows that no pass has measured have
 * no figures and get the reason, unless they have one; others end. */
void results_refuse(struct result *results, const struct bench_case *c,
                    const struct measuring *o, size_t variant,
                    const char *cause);
/* The same of all variants. */
void results_fail(struct result *results, const struct bench_case *c,
                  const struct measuring *o, const char *cause);
/* The figures of the pass that has ended, from the launches that rows have. */
void results_pass(struct result *results, size_t n, const struct measuring *o);
/* The figures of a row's passes that have them, at offsets in struct pass. */
void summary_of_passes(struct summary *out, const struct result *r, size_t mean,
                       size_t median, const struct stats_options *so);
/* Computes the figures. step: seconds of the clock, over the repeats of the
 * operation in one launch. */
void results_finish(struct result *results, size_t n, const struct measuring *o,
                    double step);

#endif /* MPIPERF_RESULTS_H */
