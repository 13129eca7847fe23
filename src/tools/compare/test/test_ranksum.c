/* test_ranksum.c: the rank-sum test against enumeration and tables, the shift
 * and how often its interval holds the truth. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_double.h>
#include <stdlib.h>
#include "tools/compare/ranksum.h"

enum { MOST = 12, REPETITIONS = 4000 };

/* ---- p ----------------------------------------------------------------- */

/* Twice the rank sum of the values whose bit is set. */
static long twice_rank_sum(const double *x, size_t n, unsigned bits)
{
    long sum = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n && bits >> i & 1; j++)
            sum += x[j] < x[i] ? 2 : x[j] == x[i] ? 1 : 0;
    return sum; /* a constant less for each: it does not matter */
}

/* p by going through all ways to choose na of the n values. */
static double enumerated_p(const double *x, size_t na, size_t n)
{
    long own = 0, mean = 0, ways = 0, far = 0;
    long sum[1 << MOST];

    for (unsigned bits = 0; bits < 1u << n; bits++)
        if ((size_t)__builtin_popcount(bits) == na) {
            sum[ways] = twice_rank_sum(x, n, bits);
            mean += sum[ways++];
        }
    own = twice_rank_sum(x, n, (1u << na) - 1);
    for (long i = 0; i < ways; i++)
        far += labs(sum[i] * ways - mean) >= labs(own * ways - mean);
    return (double)far / (double)ways;
}

static const struct {
    size_t na, n;
    double x[MOST]; /* a's, then b's */
} samples[] = {
    {3, 6, {1, 2, 3, 4, 5, 6}},
    {3, 6, {1, 2, 4, 3, 5, 6}},
    {1, 5, {9, 1, 2, 3, 4}},
    {4, 11, {1, 5, 6, 9, 2, 3, 4, 7, 8, 10, 11}},
    {5, 10, {1, 1, 2, 2, 3, 3, 3, 4, 5, 5}},
    {2, 9, {0, 0, 0, 0, 1, 1, 2, 2, 2}},
    {6, 12, {1, 2, 2, 2, 7, 7, 2, 3, 7, 8, 8, 9}},
    {4, 8, {5, 5, 5, 5, 5, 5, 5, 5}},
};

static void test_p_is_what_enumeration_gives(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(samples); i++) {
        size_t na = samples[i].na, n = samples[i].n;

        assert_near(ranksum_p(samples[i].x, na, samples[i].x + na, n - na),
                    enumerated_p(samples[i].x, na, n), 1e-12);
    }
}

/* By hand: U = 0 in 1 of 20, 1 of 70 and 1 of 252 ways; twice that. */
static void test_p_by_hand(void **state)
{
    const double x[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    (void)state;
    assert_near(ranksum_p(x, 3, x + 3, 3), 0.1, 1e-15);
    assert_near(ranksum_p(x, 4, x + 4, 4), 2.0 / 70, 1e-15);
    assert_near(ranksum_p(x, 5, x + 5, 5), 2.0 / 252, 1e-15);
    assert_near(ranksum_least_p(3, 3), 0.1, 1e-15);
    assert_near(ranksum_least_p(4, 4), 2.0 / 70, 1e-15);
    assert_near(ranksum_least_p(1, 10), 2.0 / 11, 1e-15);
    assert_true(ranksum_least_p(1, 1) == 1);
    assert_true(isnan(ranksum_p(x, 0, x, 3)));
    assert_true(isnan(ranksum_least_p(3, 0)));
}

static double normal_p(double distance, double variance)
{
    return 2 * gsl_cdf_ugaussian_Q((distance - 0.5) / sqrt(variance));
}

/* More pairs one way than the other. */
static void test_side(void **state)
{
    const double x[] = {1, 2, 3, 4}, y[] = {2.5, 2.5, 9};

    (void)state;
    assert_int_equal(ranksum_side(x, 2, x + 2, 2), 1);
    assert_int_equal(ranksum_side(x + 2, 2, x, 2), -1);
    assert_int_equal(ranksum_side(x, 4, y, 2), 0);
    assert_int_equal(ranksum_side(x, 4, y, 3), 1);
    assert_int_equal(ranksum_side(y, 3, x, 4), -1);
}

/* 1 .. 40 and 8.5 .. 47.5: U = 32 + 31 + ... + 1 = 528 of 1600. With ones and
 * zeros, 10 and 20 of 40: ranks are 25.5 and 65.5, the sum 1420, 1620 is even.
 */
static void test_many_are_normal(void **state)
{
    double a[40], b[40];

    (void)state;
    for (size_t i = 0; i < 40; i++) {
        a[i] = (double)i + 1;
        b[i] = (double)i + 8.5;
    }
    assert_near(ranksum_p(a, 40, b, 40), normal_p(272, 1600 * 81 / 12.0),
                1e-12);
    for (size_t i = 0; i < 40; i++) {
        a[i] = i < 10;
        b[i] = i < 20;
    }
    assert_near(ranksum_p(a, 40, b, 40),
                normal_p(200, 1600 / 12.0 *
                                  (81 - (50 * (2500 - 1) + 30 * (900 - 1)) /
                                            (80 * 79.0))),
                1e-12);
    for (size_t i = 0; i < 40; i++)
        a[i] = b[i] = 1;
    assert_true(ranksum_p(a, 40, b, 40) == 1);
}

/* ---- shift ------------------------------------------------------------- */

/* Largest U that is significant at 5 %, two-sided: the tables in textbooks
 * (Mann and Whitney 1947). */
static const struct {
    size_t na, nb, critical;
} table[] = {
    {4, 4, 0},  {5, 5, 2},    {6, 6, 5},    {7, 7, 8},    {8, 8, 13},
    {9, 9, 17}, {10, 10, 23}, {12, 12, 37}, {15, 15, 64}, {20, 20, 127},
    {5, 10, 8}, {10, 5, 8},   {6, 10, 11},  {8, 12, 22},  {10, 20, 55},
};

/* The interval leaves out that many differences at each end. */
static void test_interval_is_by_the_table(void **state)
{
    (void)state;
    for (size_t k = 0; k < LENGTH(table); k++) {
        size_t na = table[k].na, nb = table[k].nb, c = table[k].critical;
        double a[20], b[20], d[400];
        struct shift s;

        for (size_t i = 0; i < na; i++)
            a[i] = 100.0 * (double)i;
        for (size_t j = 0; j < nb; j++)
            b[j] = 7 * (double)j;
        for (size_t i = 0; i < na * nb; i++)
            d[i] = b[i % nb] - a[i / nb];
        gsl_sort(d, 1, na * nb);
        ranksum_shift(&s, a, na, b, nb, 0.95);
        assert_true(s.lo == d[c]);
        assert_true(s.hi == d[na * nb - 1 - c]);
    }
}

static void test_estimate(void **state)
{
    const double a[] = {1, 2, 10}, b[] = {4, 6};
    struct shift s;

    (void)state;
    ranksum_shift(&s, a, 3, b, 2, 0.95); /* -6 -4 2 3 4 5 */
    assert_near(s.estimate, 2.5, 1e-15);
    assert_true(isnan(s.lo) && isnan(s.hi));
    ranksum_shift(&s, a, 0, b, 2, 0.95);
    assert_true(isnan(s.estimate) && isnan(s.lo) && isnan(s.hi));
}

/* Log-normal runs, as skewed as those of small messages. */
static void draw(gsl_rng *rng, double *x, size_t n, double shift)
{
    for (size_t i = 0; i < n; i++)
        x[i] = shift + gsl_ran_lognormal(rng, 0, 0.8);
}

/* A distribution-free interval may hold the truth too often, never too
 * rarely; three standard errors of the simulation are left. */
static void test_coverage(void **state)
{
    const struct {
        size_t na, nb;
    } n[] = {{4, 4}, {5, 9}, {10, 10}, {40, 35}};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    (void)state;
    gsl_rng_set(rng, 7);
    for (size_t k = 0; k < LENGTH(n); k++) {
        size_t held = 0, refused = 0;
        double a[40], b[40];
        double slack = 3 * sqrt(0.05 * 0.95 / REPETITIONS);

        for (size_t i = 0; i < REPETITIONS; i++) {
            struct shift s;

            draw(rng, a, n[k].na, 0);
            draw(rng, b, n[k].nb, 0.3);
            ranksum_shift(&s, a, n[k].na, b, n[k].nb, 0.95);
            held += s.lo <= 0.3 && 0.3 <= s.hi;
            draw(rng, b, n[k].nb, 0);
            refused += ranksum_p(a, n[k].na, b, n[k].nb) <= 0.05;
        }
        assert_true((double)held / REPETITIONS >= 0.95 - slack);
        assert_true((double)refused / REPETITIONS <= 0.05 + slack);
        assert_true((double)refused / REPETITIONS >= 0.02);
    }
    gsl_rng_free(rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_p_is_what_enumeration_gives),
        cmocka_unit_test(test_p_by_hand),
        cmocka_unit_test(test_side),
        cmocka_unit_test(test_many_are_normal),
        cmocka_unit_test(test_interval_is_by_the_table),
        cmocka_unit_test(test_estimate),
        cmocka_unit_test(test_coverage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
