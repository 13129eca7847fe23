/* test_classes.c: heaps of values told apart, by hand. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/classes.h"

#include <gsl/gsl_cdf.h>
#include "mpiperf/stats/test/series.h"

enum { MOST = 400 };

static double one[MOST]; /* weights */

/* n quantiles of the normal distribution from x[at] on; the place behind. */
static size_t add_normal(double *x, size_t at, size_t n, double mean, double sd)
{
    for (size_t i = 0; i < n; i++)
        x[at + i] =
            mean + gsl_cdf_gaussian_Pinv(((double)i + 0.5) / (double)n, sd);
    return at + n;
}

/* The upper median is 9, its deviations 0 and 1 weigh the same; the middle 80 %
 * reach from 8 to 10. */
static void test_by_hand(void **state)
{
    const double x[] = {8, 1, 2, 9, 3, 10}, w[] = {3, 4, 4, 6, 4, 3};
    struct classes c;

    (void)state;
    classes_find(&c, x, w, LENGTH(x), 1);
    assert_int_equal(c.n, 2);
    assert_near(c.centre[0], 2, 0);
    assert_near(c.centre[1], 9, 0);
    assert_near(c.cut[0], 5.5, 0);
    assert_near(c.sd[0], 1.4826, 1e-15);
    assert_near(c.sd[1], 0.3902 * 2, 1e-15);
    assert_int_equal(classes_of(&c, 5.5), 0);
    assert_int_equal(classes_of(&c, 5.6), 1);
    assert_int_equal(classes_of(&c, NAN), -1);
    classes_find(&c, x, w, LENGTH(x), 7); /* no further than this apart */
    assert_int_equal(c.n, 1);
    assert_near(c.centre[0], 5.5, 0);
}

static void test_few(void **state)
{
    const double x[] = {1, 1, NAN, 9}, w[] = {5, 5, 9, 5},
                 more[] = {5, 5, 9, 6};
    struct classes c;

    (void)state;
    classes_find(&c, x, w, 0, 1);
    assert_int_equal(c.n, 0);
    assert_int_equal(classes_of(&c, 1), -1);
    classes_find(&c, x, w, LENGTH(x), 1);
    assert_int_equal(c.n, 1);
    classes_find(&c, x, more, LENGTH(x), 1);
    assert_int_equal(c.n, 2);
    assert_near(c.sd[0], 0, 0);
}

/* However far one heap scatters, whatever its shape, it is one. */
static void test_one_heap(void **state)
{
    const double sd[] = {0, 0.01, 0.1, 1, 10};
    double x[MOST];
    struct classes c;

    (void)state;
    for (size_t k = 0; k < LENGTH(sd); k++) {
        add_normal(x, 0, MOST, 3, sd[k]);
        classes_find(&c, x, one, MOST, log(1.05));
        assert_int_equal(c.n, 1);
        assert_near(c.centre[0], 3, 0.005 * sd[k]);
        assert_near(c.sd[0], sd[k], 0.01 * sd[k]);
        for (size_t i = 0; i < MOST; i++)
            x[i] = sd[k] * (double)i; /* a drift */
        classes_find(&c, x, one, MOST, log(1.05));
        assert_int_equal(c.n, 1);
        for (size_t i = 0; i < MOST; i++) /* a long tail */
            x[i] = -sd[k] * log1p(-((double)i + 0.5) / MOST);
        classes_find(&c, x, one, MOST, log(1.05));
        assert_int_equal(c.n, 1);
    }
}

/* Up to 15 of 400 readings by which something came between. */
static void test_outliers(void **state)
{
    double x[MOST];
    struct classes c;

    (void)state;
    for (size_t far = 1; far <= 15; far++) {
        size_t n = add_normal(x, 0, MOST - far, 0, 0.03);

        for (size_t i = 0; i < far; i++) /* 1.6 to 40 times as much */
            x[n + i] = 0.5 + 3.2 * ((double)i + 0.5) / (double)far;
        classes_find(&c, x, one, MOST, log(1.5));
        assert_int_equal(c.n, 1);
        assert_near(c.centre[0], 0, 0.002);
        n = add_normal(x, 0, 200, 0, 0.1); /* they do not hide two heaps */
        n = add_normal(x, n, MOST - 200 - far, 1.3, 0.1);
        for (size_t i = 0; i < far; i++)
            x[n + i] = 1.8 + 2 * ((double)i + 0.5) / (double)far;
        classes_find(&c, x, one, MOST, log(1.5));
        assert_int_equal(c.n, 2);
        assert_near(c.cut[0], 0.65, 0.1);
    }
}

static void test_two_and_three(void **state)
{
    const size_t share[][3] = {{200, 200, 0},   {12, 388, 0},   {388, 12, 0},
                               {100, 200, 100}, {12, 12, 376},  {376, 12, 12},
                               {12, 376, 12},   {130, 140, 130}};
    double x[MOST];
    struct classes c;

    (void)state;
    for (size_t k = 0; k < LENGTH(share); k++) {
        size_t n = 0, heaps = share[k][2] > 0 ? 3 : 2;

        for (size_t h = 0; h < heaps; h++)
            n = add_normal(x, n, share[k][h], (double)h, 0.1);
        classes_find(&c, x, one, n, log(1.5));
        assert_int_equal(c.n, heaps);
        for (size_t h = 0; h < heaps; h++)
            assert_near(c.centre[h], (double)h, 0.01);
        assert_near(c.cut[0], 0.5, 0.15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),       cmocka_unit_test(test_few),
        cmocka_unit_test(test_one_heap),      cmocka_unit_test(test_outliers),
        cmocka_unit_test(test_two_and_three),
    };

    for (size_t i = 0; i < MOST; i++)
        one[i] = 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
