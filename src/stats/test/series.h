/* series.h: series with known figures for tests; comparison with a
 * tolerance. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_SERIES_H
#define MPIPERF_TEST_SERIES_H

#include "lib/test/unit.h"
#include "stats/stats.h"

/* Fails if value differs from expected by more than tolerance, or is NAN. */
void assert_near(double value, double expected, double tolerance);

/* Adds sorted[] in the order smallest, largest, second smallest, ..., so that
 * consecutive launches differ. Each launch is in a round of its own. */
void series_zigzag(struct series *s, const double *sorted, size_t n);

/* Summarizes the series and frees it. */
struct summary summary_of(struct series *s, double trim, double confidence,
                          int paper);
/* Summarizes 1, 2, ..., n in this order; n <= 500. */
struct summary summary_of_integers(size_t n, double trim, double confidence,
                                   int paper);

#endif /* MPIPERF_TEST_SERIES_H */
