/* series.h: test series with known figures, and a comparison with a
 * tolerance. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_SERIES_H
#define MPIPERF_TEST_SERIES_H

#include "lib/test/unit.h"
#include "stats/stats.h"

/* Fails unless value is within the tolerance of expected; NAN always fails. */
void assert_near(double value, double expected, double tolerance);

/* Adds sorted[] in the order smallest, largest, second smallest, ..., so that
 * neighbors differ. Each launch is a round of its own. */
void series_zigzag(struct series *s, const double *sorted, size_t n);

/* Summarizes the series and frees it. */
struct summary summary_of(struct series *s, double trim, double confidence,
                          int paper);
/* Summarizes 1, 2, ..., n in zigzag order; n <= 500. */
struct summary summary_of_integers(size_t n, double trim, double confidence,
                                   int paper);

#endif /* MPIPERF_TEST_SERIES_H */
