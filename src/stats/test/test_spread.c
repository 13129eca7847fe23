/* test_spread.c: intervals of launches that depend on each other, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/spread.h"
#include "stats/test/series.h"

/* Deviations -1.5, -0.5, 0.5, 1.5: 1.25 / 5. */
static void test_autocorrelation(void **state)
{
    const double t[] = {1, 2, 3, 4}, same[] = {2, 2, 2};

    (void)state;
    assert_near(autocorr_lag1(t, 4), 0.25, 1e-15);
    assert_true(isnan(autocorr_lag1(t, 2)));
    assert_true(isnan(autocorr_lag1(same, 3)));
}

/* Neighbours alike: lag-1 6.25 / 10, corrected 0.984, believed 0.95, so the
 * variance is 39 times sd^2 / 8 = (10 / 7) / 8, and t(2) 4.3027. */
static void test_alike_neighbours(void **state)
{
    const double t[] = {1, 1, 2, 2, 3, 3, 4, 4};
    struct series s = {0};
    struct summary x;

    (void)state;
    for (size_t i = 0; i < LENGTH(t); i++)
        series_add(&s, t[i], i / 2);
    x = summary_of(&s, 0, 0.95, 0);
    assert_near(x.autocorr, 0.625, 1e-15);
    assert_int_equal(x.batches, 4);
    assert_near(x.se, sqrt(39 * 10.0 / 7 / 8), 1e-12);
    assert_near(x.error, 4.302653 * x.se, 1e-5);
    assert_true(isnan(x.median_lo)); /* none: too few to tell */
}

/* Rounds at 14 and 6 in turn, launches 3 above and below: neighbours are not
 * correlated, but rounds sum up to +-16: sqrt(8 * 256 * 8 / 7) / 32, t(7). */
static void test_rounds_that_differ(void **state)
{
    struct series s = {0};
    struct summary x, paper;

    (void)state;
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

/* A level that lasts four rounds: 24 rounds are merged to 12, which still
 * come in pairs, and to 6; no further. */
static void test_batches_are_merged(void **state)
{
    struct series s = {0};
    struct summary x;

    (void)state;
    for (size_t i = 0; i < 96; i++)
        series_add(&s, i / 16 % 2 ? 2 : 1, i / 4);
    x = summary_of(&s, 0, 0.95, 0);
    assert_int_equal(x.batches, 6);
    assert_int_equal(x.rounds, 24);
    for (size_t i = 0; i < 96; i++) /* the same, two rounds are missing */
        if (i / 4 != 3 && i / 4 != 9)
            series_add(&s, i / 16 % 2 ? 2 : 1, i / 4);
    x = summary_of(&s, 0, 0.95, 0);
    assert_in_range(x.batches, 6, 11);
    assert_int_equal(x.n, 88);
    assert_int_equal(x.rounds, 22);
}

/* 11 can become 6, 10 only 5; and only where neighbours are alike. */
static void test_mergeable(void **state)
{
    const double rising[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const double turning[] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1};

    (void)state;
    assert_true(batches_mergeable(rising, 11));
    assert_false(batches_mergeable(rising, 10));
    assert_false(batches_mergeable(turning, 11));
}

static void test_median_of_alike_neighbours(void **state)
{
    struct series s = {0};
    struct summary x, mixed = summary_of_integers(256, 0.25, 0.95, 0);

    (void)state;
    for (size_t i = 0; i < 256; i++) /* the same, in runs of 4 */
        series_add(&s, (double)(i / 4 * 27 % 64 * 4 + i % 4 + 1), i / 8);
    x = summary_of(&s, 0.25, 0.95, 0);
    assert_near(x.median, mixed.median, 0);
    assert_true(x.median_lo < mixed.median_lo - 4);
    assert_true(x.median_hi > mixed.median_hi + 4);
    assert_near(x.median_lo + x.median_hi, 257, 0);
}

UNIT_GROUP(spread)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_autocorrelation),
        cmocka_unit_test(test_alike_neighbours),
        cmocka_unit_test(test_rounds_that_differ),
        cmocka_unit_test(test_batches_are_merged),
        cmocka_unit_test(test_mergeable),
        cmocka_unit_test(test_median_of_alike_neighbours),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
