/* test_stats.c: summaries whose figures are known from tables, the literature
 * or by hand; also of launches that depend on each other. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"

#include <gsl/gsl_statistics_double.h>

UNIT_TEST(test_nothing)
{
    struct series s = {0};
    struct summary x = summary_of(&s, 0.25, 0.95, 0);
    const double figures[] = {x.mean,  x.se,       x.rse,       x.error,
                              x.ci_lo, x.ci_hi,    x.min,       x.median,
                              x.max,   x.autocorr, x.median_lo, x.median_hi};

    assert_int_equal(x.n, 0);
    assert_int_equal(x.rounds, 0);
    assert_int_equal(x.used, 0);
    for (size_t i = 0; i < LENGTH(figures); i++)
        assert_true(isnan(figures[i]));
}

/* If only one launch is left after trimming, the error is unknown. */
UNIT_TEST(test_few)
{
    static const struct {
        size_t n, used;
        double trim, mean, se;
    } rows[] = {
        {1, 1, 0.25, 1, NAN}, {2, 2, 0.25, 1.5, 0.5}, {3, 1, 0.4, 2, NAN}};

    for (size_t i = 0; i < 2 * LENGTH(rows); i++) {
        size_t n = rows[i / 2].n;
        double se = rows[i / 2].se;
        struct summary x =
            summary_of_integers(n, rows[i / 2].trim, 0.95, i % 2 == 1);

        assert_int_equal(x.used, rows[i / 2].used);
        assert_near(x.mean, rows[i / 2].mean, 0);
        assert_near(x.median, rows[i / 2].mean, 0);
        assert_true(isnan(x.median_lo) && isnan(x.median_hi));
        assert_true(isnan(x.autocorr));
        if (isnan(se)) {
            assert_true(isnan(x.se) && isnan(x.rse) && isnan(x.error));
            assert_true(isnan(x.ci_lo) && isnan(x.ci_hi));
            continue;
        }
        assert_near(x.se, se, 1e-15);
        assert_near(x.error, 12.7062 * se, 1e-4);
        assert_near(x.rse, se / rows[i / 2].mean, 1e-15);
    }
}

UNIT_TEST(test_all_equal)
{
    const double level[] = {0, 3e-6};

    for (size_t i = 0; i < LENGTH(level); i++)
        for (int paper = 0; paper < 2; paper++) {
            struct series s = {0};
            struct summary x;

            for (size_t k = 0; k < 40; k++)
                series_add(&s, level[i], k / 8);
            x = summary_of(&s, 0.25, 0.95, paper);
            assert_true(x.se == 0 && x.rse == 0 && x.error == 0);
            assert_true(x.ci_lo == level[i] && x.ci_hi == level[i]);
            assert_true(x.median_lo == level[i] && x.median_hi == level[i]);
            assert_true(isnan(x.autocorr));
            assert_int_equal(x.batches, 0);
        }
}

UNIT_TEST(test_mean_of_zero)
{
    const double t[] = {-1, 1, -1, 1};
    struct series s = {0};
    struct summary x;

    for (size_t i = 0; i < LENGTH(t); i++)
        series_add(&s, t[i], i);
    x = summary_of(&s, 0, 0.95, 0);
    assert_true(x.mean == 0 && x.se > 0 && isinf(x.rse));
}

UNIT_TEST(test_trimming)
{
    static const struct {
        size_t n, used;
        double trim;
    } rows[] = {
        {3, 3, 0.25},   {4, 2, 0.25},    {7, 5, 0.25},   {30, 16, 0.25},
        {30, 24, 0.1},  {100, 42, 0.29}, {100, 2, 0.49}, {5, 3, 0.2},
        {5, 5, 0.1999}, {31, 31, 0},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct summary x = summary_of_integers(rows[i].n, rows[i].trim, 0.9, 0);

        assert_int_equal(x.used, rows[i].used);
        assert_near(x.mean, ((double)rows[i].n + 1) / 2, 1e-12);
        assert_true(x.min == 1 && x.max == (double)rows[i].n);
    }
}

/* Student's factors, from statistical tables. */
UNIT_TEST(test_student)
{
    static const struct {
        size_t df;
        double t90, t95, t99;
    } rows[] = {
        {1, 6.314, 12.706, 63.657}, {2, 2.920, 4.303, 9.925},
        {5, 2.015, 2.571, 4.032},   {10, 1.812, 2.228, 3.169},
        {29, 1.699, 2.045, 2.756},  {120, 1.658, 1.980, 2.617},
    };

    for (size_t i = 0; i < LENGTH(rows); i++)
        for (int paper = 0; paper < 2; paper++) {
            size_t n = rows[i].df + 1;
            struct summary a = summary_of_integers(n, 0, 0.90, paper);
            struct summary b = summary_of_integers(n, 0, 0.95, paper);
            struct summary c = summary_of_integers(n, 0, 0.99, paper);

            assert_near(a.error / a.se, rows[i].t90, 5.1e-4);
            assert_near(b.error / b.se, rows[i].t95, 5.1e-4);
            assert_near(c.error / c.se, rows[i].t99, 5.1e-4);
        }
}

/* Wilcox, Introduction to Robust Estimation and Hypothesis Testing: the
 * self-awareness data. 20 % trimmed mean 282.7, its standard error 56.1, its 95
 * % interval (160.4, 405.0). */
UNIT_TEST(test_wilcox)
{
    const double data[] = {77,  87,  88,  114, 151, 210, 219, 246,  253, 262,
                           296, 299, 306, 376, 428, 515, 666, 1310, 2611};
    struct series s = {0};
    struct summary x;

    series_zigzag(&s, data, LENGTH(data));
    x = summary_of(&s, 0.2, 0.95, 0);
    assert_int_equal(x.used, 13);
    assert_near(x.mean, 282.69, 0.005);
    assert_near(x.se, 56.1, 0.05);
    assert_near(x.error, (404.99 - 160.39) / 2, 0.01);
    assert_near(x.ci_lo, x.mean * exp(-x.error / x.mean), 1e-9);
    assert_near(x.ci_hi, x.mean * exp(x.error / x.mean), 1e-9);
    assert_near(x.median, 262, 0);
}

/* Equal times have an error of half a step of the clock. The interval does not
 * go below 0, even if the step is larger than the times. */
UNIT_TEST(test_half_a_step)
{
    const struct stats_options o = {.confidence = 0.95, .step = 4};
    struct series s = {0};
    struct summary x;

    for (size_t i = 0; i < 40; i++)
        series_add(&s, 1, i);
    summarize(&x, &s, &o);
    assert_near(x.se, 0, 0);
    assert_near(x.error, 2, 0);
    assert_near(x.ci_lo, exp(-2), 1e-12);
    assert_near(x.median_lo, exp(-2), 1e-12);
    assert_near(x.median_hi, exp(2), 1e-12);
    series_free(&s);
}

/* Trimming 1 to 8 leaves 3, 4, 5, 6: se is sqrt(5 / 3) / 2, t(3) is 3.1824. */
UNIT_TEST(test_paper)
{
    struct summary x = summary_of_integers(8, 0.25, 0.95, 1);

    assert_int_equal(x.used, 4);
    assert_near(x.mean, 4.5, 0);
    assert_near(x.se, 0.6454972, 1e-7);
    assert_near(x.error, 2.05426, 1e-5);
    assert_near(x.ci_lo, 4.5 - 2.05426, 1e-5);
    assert_near(x.rse, 0.6454972 / 4.5, 1e-7);
    assert_true(x.min == 3 && x.max == 6); /* of the trimmed sample */
    x = summary_of_integers(8, 0.25, 0.95, 0);
    assert_true(x.min == 1 && x.max == 8);
}

/* Lower ranks for the interval of the median, from tables of the sign test. */
UNIT_TEST(test_median_ranks)
{
    static const struct {
        size_t n, r90, r95, r99; /* 0 if there is no interval */
    } rows[] = {
        {4, 0, 0, 0},   {5, 1, 0, 0},   {6, 1, 1, 0},    {7, 1, 1, 0},
        {8, 2, 1, 1},   {9, 2, 2, 1},   {10, 2, 2, 1},   {11, 3, 2, 1},
        {12, 3, 3, 2},  {13, 4, 3, 2},  {14, 4, 3, 2},   {15, 4, 4, 3},
        {16, 5, 4, 3},  {17, 5, 5, 3},  {18, 6, 5, 4},   {19, 6, 5, 4},
        {20, 6, 6, 4},  {21, 7, 6, 5},  {22, 7, 6, 5},   {23, 8, 7, 5},
        {24, 8, 7, 6},  {25, 8, 8, 6},  {26, 9, 8, 7},   {27, 9, 8, 7},
        {28, 10, 9, 7}, {29, 10, 9, 8}, {30, 11, 10, 8},
    };
    const double levels[] = {0.90, 0.95, 0.99};

    for (size_t i = 0; i < LENGTH(rows); i++)
        for (size_t k = 0; k < LENGTH(levels); k++) {
            size_t n = rows[i].n;
            size_t r = k == 0   ? rows[i].r90
                       : k == 1 ? rows[i].r95
                                : rows[i].r99;
            struct summary x = summary_of_integers(n, 0.25, levels[k], 0);

            assert_near(x.median, ((double)n + 1) / 2, 0);
            if (r == 0) {
                assert_true(isnan(x.median_lo) && isnan(x.median_hi));
                continue;
            }
            assert_near(x.median_lo, (double)r, 0);
            assert_near(x.median_hi, (double)(n + 1 - r), 0);
        }
}

/* A median of 0 has no logarithm; its error is half a step of the clock. */
UNIT_TEST(test_passes_below_the_step)
{
    static const double times[][4] = {
        {0, 0, 0, 0}, {0, 1e-8, 0, 1e-8}, {1e-8, 1e-8, 2e-8, 0}};
    const struct stats_options o = {
        .trim = 0.25, .confidence = 0.95, .step = 1e-8};

    for (size_t i = 0; i < 3; i++) {
        struct summary s;

        summarize_passes(&s, times[i], times[i], 4, &o);
        assert_near(s.median, gsl_stats_mean(times[i], 1, 4), 1e-20);
        assert_true(s.median_lo >= 0 && s.median_lo <= s.median);
        assert_true(s.median_hi >= s.median + 0.5e-8);
        assert_true(isfinite(s.median_hi));
        summarize_passes(&s, times[i], times[i], 2, &o);
        assert_true(isfinite(s.median) && isnan(s.median_lo));
    }
}

/* ---- launches that depend on each other ---------------------------------- */

/* Equal consecutive launches: lag-1 autocorrelation 6.25 / 10, corrected for
 * bias 0.984, limited to 0.95. So the variance is 39 times sd^2 / 8 = (10 / 7)
 * / 8, and t(2) is 4.3027. */
UNIT_TEST(test_alike_neighbours)
{
    const double t[] = {1, 1, 2, 2, 3, 3, 4, 4};
    struct series s = {0};
    struct summary x;

    for (size_t i = 0; i < LENGTH(t); i++)
        series_add(&s, t[i], i / 2);
    x = summary_of(&s, 0, 0.95, 0);
    assert_near(x.autocorr, 0.625, 1e-12);
    assert_int_equal(x.batches, 4);
    assert_near(x.se, sqrt(39 * 10.0 / 7 / 8), 1e-12);
    assert_near(x.error, 4.302653 * x.se, 1e-5);
    assert_true(isnan(x.median_lo)); /* too few launches for an interval */
}

/* Rounds alternate between 14 and 6; launches are 3 above and below.
 * Consecutive launches are not correlated, but sums of rounds are +-16: se is
 * sqrt(8 * 256 * 8 / 7) / 32, with t(7). */
UNIT_TEST(test_rounds_that_differ)
{
    struct series s = {0};
    struct summary x, paper;

    for (size_t i = 0; i < 32; i++)
        series_add(&s, (i / 4 % 2 ? 6 : 14) + (i % 2 ? -3 : 3), i / 4);
    x = summary_of(&s, 0, 0.95, 0);
    assert_true(fabs(x.autocorr) < 0.1);
    assert_int_equal(x.batches, 8);
    assert_near(x.se, sqrt(2048 * 8.0 / 7) / 32, 1e-12);
    assert_near(x.error, 2.364624 * x.se, 1e-5);

    for (size_t i = 0; i < 32; i++)
        series_add(&s, (i / 4 % 2 ? 6 : 14) + (i % 2 ? -3 : 3), i / 4);
    paper = summary_of(&s, 0, 0.95, 1);
    assert_int_equal(paper.batches, 0);
    assert_true(paper.error < x.error);
}

/* Each level lasts four rounds. 24 rounds are merged into 12 batches, which are
 * still correlated, and these into 6, the minimum. */
UNIT_TEST(test_batches_are_merged)
{
    struct series s = {0};
    struct summary x;

    for (size_t i = 0; i < 96; i++)
        series_add(&s, i / 16 % 2 ? 2 : 1, i / 4);
    x = summary_of(&s, 0, 0.95, 0);
    assert_int_equal(x.batches, 6);
    assert_int_equal(x.rounds, 24);
    for (size_t i = 0; i < 96; i++) /* the same without two rounds */
        if (i / 4 != 3 && i / 4 != 9)
            series_add(&s, i / 16 % 2 ? 2 : 1, i / 4);
    x = summary_of(&s, 0, 0.95, 0);
    assert_in_range(x.batches, 6, 11);
    assert_int_equal(x.n, 88);
    assert_int_equal(x.rounds, 22);
}

UNIT_TEST(test_median_of_alike_neighbours)
{
    struct series s = {0};
    struct summary x, mixed = summary_of_integers(256, 0.25, 0.95, 0);

    for (size_t i = 0; i < 256; i++) /* the same values in runs of 4 */
        series_add(&s, (double)(i / 4 * 27 % 64 * 4 + i % 4 + 1), i / 8);
    x = summary_of(&s, 0.25, 0.95, 0);
    assert_near(x.median, mixed.median, 0);
    assert_true(x.median_lo < mixed.median_lo - 4);
    assert_true(x.median_hi > mixed.median_hi + 4);
    assert_near(x.median_lo + x.median_hi, 257, 0);
}
