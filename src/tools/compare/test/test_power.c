/* test_power.c: the smallest shift and the runs needed: by hand, and kept
 * by simulated tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include <gsl/gsl_randist.h>
#include "tools/compare/power.h"
#include "tools/compare/ranksum.h"

static const struct power usual = {.alpha = 0.05, .power = 0.8};

/* 0, 1, ..., 9 twice: of 90 pairs 18 are 1 apart, 16 are 2, then 14, 12, 10,
 * so the 66th is 5 apart. 66 = 90 * 2.8016 sqrt(20 / 300), upwards. */
static void test_smallest_by_hand(void **state)
{
    const double x[] = {3, 1, 4, 0, 5, 9, 2, 6, 8, 7};
    struct samples s = {{x, x}, {10, 10}};

    (void)state;
    assert_true(power_smallest(&s, &usual) == 5);
}

/* 18, 34, 48 of the 90 pairs are nearer than 2, 3, 4:
 * 2/3 (2.8016 / share)^2, upwards. */
static void test_runs_by_hand(void **state)
{
    const double x[] = {3, 1, 4, 0, 5, 9, 2, 6, 8, 7};
    struct samples s = {{x, x}, {10, 10}};

    (void)state;
    assert_int_equal(power_runs(&s, 2, &usual), 131);
    assert_int_equal(power_runs(&s, 3, &usual), 37);
    assert_int_equal(power_runs(&s, 4, &usual), 19);
    assert_int_equal(power_runs(&s, 100, &usual), 6);
    assert_int_equal(power_runs(&s, 1, &usual), 0);
}

static void test_does_not_exist(void **state)
{
    const double x[] = {1, 2, 3};
    struct samples few = {{x, x}, {3, 3}}, one = {{x, x}, {1, 1}};

    (void)state;
    assert_true(isnan(power_smallest(&few, &usual)));
    assert_true(isnan(power_smallest(&one, &usual)));
    assert_int_equal(power_runs(&one, 1, &usual), 0);
}

/* A level that few runs can't reach: it takes enough of them. */
static void test_level_within_reach(void **state)
{
    const double x[] = {1, 2, 3, 4, 5, 6};
    struct samples s = {{x, x}, {6, 6}};
    struct power strict = {.alpha = 1e-3, .power = 0.01};
    size_t n = power_runs(&s, 100, &strict);

    (void)state;
    assert_true(ranksum_least_p(n, n) <= strict.alpha);
    assert_true(ranksum_least_p(n - 1, n - 1) > strict.alpha);
}

/* ---- is the promise kept? ---------------------------------------------- */

enum { PILOT = 400, REPETITIONS = 2000 };

static double normal(gsl_rng *rng)
{
    return gsl_ran_ugaussian(rng);
}

static double skewed(gsl_rng *rng)
{
    return gsl_ran_lognormal(rng, 0, 0.8);
}

static double two_modes(gsl_rng *rng)
{
    return gsl_ran_ugaussian(rng) + (gsl_rng_uniform(rng) < 0.3 ? 6 : 0);
}

static double found_share(gsl_rng *rng, double (*one)(gsl_rng *), size_t n,
                          double shift)
{
    double a[400], b[400];
    size_t found = 0;

    assert_true(n <= LENGTH(a));
    for (size_t k = 0; k < REPETITIONS; k++) {
        for (size_t i = 0; i < n; i++) {
            a[i] = one(rng);
            b[i] = one(rng) + shift;
        }
        found += ranksum_p(a, n, b, n) <= usual.alpha;
    }
    return (double)found / REPETITIONS;
}

/* From a pilot large enough to know the scatter: at least 0.8, less three
 * standard errors; and not from asking for far too many. */
static void test_promise_is_kept(void **state)
{
    double (*const populations[])(gsl_rng *) = {normal, skewed, two_modes};
    const double shifts[] = {0.5, 1, 1.5};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    double x[2][PILOT];
    struct samples s = {{x[0], x[1]}, {PILOT, PILOT}};

    (void)state;
    gsl_rng_set(rng, 3);
    for (size_t p = 0; p < LENGTH(populations); p++) {
        for (size_t i = 0; i < PILOT; i++) {
            x[0][i] = populations[p](rng);
            x[1][i] = populations[p](rng);
        }
        for (size_t k = 0; k < LENGTH(shifts); k++) {
            size_t n = power_runs(&s, shifts[k], &usual);
            double share = found_share(rng, populations[p], n, shifts[k]);

            print_message("population %zu, shift %g: %zu runs, %.3f\n", p,
                          shifts[k], n, share);
            assert_true(share >= 0.8 - 3 * sqrt(0.8 * 0.2 / REPETITIONS));
            assert_true(found_share(rng, populations[p], n / 2, shifts[k]) <
                        0.8);
        }
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_smallest_by_hand),
        cmocka_unit_test(test_runs_by_hand),
        cmocka_unit_test(test_does_not_exist),
        cmocka_unit_test(test_level_within_reach),
        cmocka_unit_test(test_promise_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
