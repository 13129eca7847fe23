/* test_typical.c: a typical run and Yuen's interval, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/typical.h"
#include "mpiperf/stats/test/series.h"

/* Two of ten cut at each end: 5.5 of 3..8; winsorized, deviations of 2.5, 1.5
 * and 0.5 from 5.5, the first six times: 42.5 / (6 * 5); t(5) 2.570582. */
static void test_by_hand(void **state)
{
    const double x[] = {6, 2, 9, 1, 8, 3, 30, 4, 7, 5};
    struct typical t;

    (void)state;
    typical_of(&t, x, LENGTH(x));
    assert_int_equal(t.n, 10);
    assert_int_equal(t.odd, 1);
    assert_null(t.cause);
    assert_near(t.estimate, 5.5, 1e-15);
    assert_near(t.se, sqrt(42.5 / 30), 1e-15);
    assert_near(t.df, 5, 0);
    assert_near(typical_half(&t, 0.95), 2.570582 * t.se, 1e-5);
}

static void test_few(void **state)
{
    const double x[] = {1, 2, 3, 4, 6};
    struct typical t;

    (void)state;
    typical_of(&t, x, 0);
    assert_true(isnan(t.estimate));
    typical_of(&t, x, 1);
    assert_near(t.estimate, 1, 0);
    assert_true(isnan(typical_half(&t, 0.95)));
    typical_of(&t, x, 5);
    assert_near(t.estimate, 3, 1e-15);
    assert_true(isnan(t.se));
    assert_string_equal(t.cause, "fewer than 6 runs");
    assert_int_equal(typical_needed(&t, 1, 0.95), 0);
}

/* Deviations of 2.2, 1.2, 0.2, 0.8 and 2.8; t(4) 2.776445; of 4/3, 5/3 and 1/3,
 * t(2) 4.302653. */
static void test_stays(void **state)
{
    const double x[] = {1, 4, 2, 6, 3, 5};
    struct typical t, runs;

    (void)state;
    typical_of_stays(&t, x, 5);
    assert_null(t.cause);
    assert_near(t.estimate, 3.2, 1e-15);
    assert_near(t.se, sqrt(14.8 / 4 / 5), 1e-15);
    assert_near(typical_half(&t, 0.95), 2.776445 * t.se, 1e-5);
    typical_of_stays(&t, x, 3);
    assert_near(t.estimate, 7. / 3, 1e-15);
    assert_near(typical_half(&t, 0.95), 4.302653 * sqrt(42. / 9 / 2 / 3), 1e-5);
    typical_of_stays(&t, x, 2);
    assert_near(t.estimate, 2.5, 0);
    assert_true(isnan(t.se));
    assert_string_equal(t.cause, "fewer than 3 stays");
    typical_of_stays(&t, x, 0);
    assert_true(isnan(t.estimate));
    typical_of_stays(&t, x, 6);
    typical_of(&runs, x, 6);
    assert_near(t.estimate, runs.estimate, 0);
    assert_near(t.se, runs.se, 0);
}

/* Equal values, and one that is not: no scatter. */
static void test_equal(void **state)
{
    const double x[] = {2, 2, 2, 3, 2, 2};
    struct typical t;

    (void)state;
    typical_of(&t, x, LENGTH(x));
    assert_near(t.estimate, 2, 0);
    assert_near(typical_half(&t, 0.95), 0, 0);
    assert_int_equal(t.odd, 0); /* what is far, where nothing scatters? */
}

/* 0 and 1, so that winsorizing changes nothing: by turns, and three times each.
 * Of the 23 products of neighbours' deviations 16 are 1/4 then, and 7 are -1/4.
 */
static void test_autoregression(void **state)
{
    double x[24], r, plain, inflation;
    struct typical t;

    (void)state;
    for (size_t i = 0; i < 24; i++)
        x[i] = (double)(i % 2);
    typical_of(&t, x, 24);
    plain = sqrt(6.0 / (16 * 15));
    assert_near(t.se, plain, 1e-12);
    assert_near(t.df, 15, 0);
    assert_near(t.inflation, 1, 0);
    for (size_t i = 0; i < 24; i++)
        x[i] = (double)(i / 3 % 2);
    typical_of(&t, x, 24);
    r = 9.0 / 24;
    r += (1 + 3 * r) / 24 + 0.7 / sqrt(24);
    inflation = (1 + r) / (1 - r);
    assert_near(t.inflation, inflation, 1e-12);
    assert_near(t.se, plain * sqrt(inflation), 1e-12);
    assert_near(t.df, fmax(16 / inflation - 1, 2), 1e-12);
    assert_null(t.cause);
}

static void test_dependent(void **state)
{
    double x[40];
    struct typical t;

    (void)state;
    for (size_t i = 0; i < 40; i++)
        x[i] = (double)i;
    typical_of(&t, x, 40);
    assert_near(t.estimate, 19.5, 1e-12);
    assert_true(isnan(t.se));
    assert_string_equal(t.cause, "runs depend on the ones before them");
}

/* The half width of n runs that scatter as those of t do. */
static double half_of(const struct typical *t, size_t n)
{
    struct typical then = {.n = n,
                           .se = t->se * sqrt((double)t->n / (double)n),
                           .df = (double)(n - 2 * (n / 5)) - 1};

    return typical_half(&then, 0.95);
}

static void test_needed(void **state)
{
    const double x[] = {6, 2, 9, 1, 8, 3, 10, 4, 7, 5};
    struct typical t;
    size_t n;

    (void)state;
    typical_of(&t, x, LENGTH(x));
    n = typical_needed(&t, 1.5, 0.95);
    assert_true(n > 10 && n < 50);
    assert_true(half_of(&t, n) <= 1.5 && half_of(&t, n - 1) > 1.5);
    assert_int_equal(typical_needed(&t, 100, 0.95), 6);
    assert_int_equal(typical_needed(&t, 1e-9, 0.95), 0);
}

/* As many more as the dependence makes each of them worth less. */
static void test_needed_of_dependent_runs(void **state)
{
    struct typical t = {.n = 20, .se = 1, .df = 11, .inflation = 1};
    size_t independent = typical_needed(&t, 1, 0.95);

    (void)state;
    t.inflation = 3;
    t.se = sqrt(3);
    assert_true(typical_needed(&t, 1, 0.95) > 2.8 * (double)independent);
    assert_true(typical_needed(&t, 1, 0.95) < 3.5 * (double)independent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_stays),
        cmocka_unit_test(test_equal),
        cmocka_unit_test(test_autoregression),
        cmocka_unit_test(test_dependent),
        cmocka_unit_test(test_needed),
        cmocka_unit_test(test_needed_of_dependent_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
