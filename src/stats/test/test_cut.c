/* test_cut.c: which values lie in two groups, and where between them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include "lib/test/unit.h"
#include "stats/cut.h"
#include "stats/test/series.h"

enum { HUMP = 200 };

/* The n quantiles of a normal distribution. */
static void hump(double *x, size_t n, double mean, double sd)
{
    for (size_t i = 0; i < n; i++)
        x[i] =
            mean + sd * gsl_cdf_ugaussian_Pinv(((double)i + 0.5) / (double)n);
}

static void test_one_hump(void **state)
{
    double x[HUMP];
    struct cut c;

    (void)state;
    hump(x, HUMP, log(66), 1);
    assert_false(cut_find(&c, x, HUMP, 1.5));
    for (size_t i = 0; i < HUMP; i++) /* uniform: .75 of its variance */
        x[i] = (double)i;
    assert_false(cut_find(&c, x, HUMP, 1.5));
}

/* The mean of a hump of quantiles is its middle. */
static void test_two_humps(void **state)
{
    double x[HUMP];
    struct cut c;

    (void)state;
    hump(x, 150, log(66), 0.1);
    hump(x + 150, 50, log(246), 0.1);
    assert_true(cut_find(&c, x, HUMP, 1.5));
    assert_near(c.low, log(66), 1e-9);
    assert_near(c.high, log(246), 1e-9);
    assert_near(c.share, 0.25, 1e-12);
    assert_near(c.at, (x[149] + x[150]) / 2, 1e-9);
}

static void test_exact(void **state)
{
    static const double x[] = {3, 0, NAN, 4, 1, INFINITY, 0, 3};
    struct cut c;

    (void)state;
    /* 0 0 1 | 3 3 4: between 1.5 * 3^2 = 13.5, whole 14.83 */
    assert_true(cut_find(&c, x, LENGTH(x), 1.5));
    assert_near(c.at, 2, 1e-12);
    assert_near(c.low, 1.0 / 3, 1e-12);
    assert_near(c.high, 10.0 / 3, 1e-12);
    assert_near(c.share, 0.5, 1e-12);
    /* means by 3 apart: e^3 is 20.09 */
    assert_true(cut_find(&c, x, LENGTH(x), 20.0));
    assert_false(cut_find(&c, x, LENGTH(x), 20.2));
}

static void test_nothing(void **state)
{
    static const double alike[] = {2, 2, 2, 2}, none[] = {NAN, NAN};
    struct cut c;

    (void)state;
    assert_false(cut_find(&c, alike, LENGTH(alike), 1.05));
    assert_false(cut_find(&c, none, LENGTH(none), 1.05));
    assert_false(cut_find(&c, NULL, 0, 1.05));
    assert_true(isnan(c.at));
}

UNIT_GROUP(cut)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_hump),
        cmocka_unit_test(test_two_humps),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
