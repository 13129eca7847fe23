/* series.c: series with known figures for tests; comparison with a
 * tolerance. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/test/series.h"

void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g is not %.12g", value, expected);
}

void series_zigzag(struct series *s, const double *sorted, size_t n)
{
    for (size_t i = 0; i < n; i++)
        series_add(s, sorted[i % 2 == 0 ? i / 2 : n - 1 - i / 2], i);
}

struct summary summary_of(struct series *s, double trim, double confidence,
                          int paper)
{
    struct stats_options o = {
        .trim = trim, .confidence = confidence, .paper = paper};
    struct summary out;

    summarize(&out, s, &o);
    series_free(s);
    return out;
}

struct summary summary_of_integers(size_t n, double trim, double confidence,
                                   int paper)
{
    struct series s = {0};
    double t[500];

    for (size_t i = 0; i < n; i++)
        t[i] = (double)i + 1;
    series_zigzag(&s, t, n);
    return summary_of(&s, trim, confidence, paper);
}
