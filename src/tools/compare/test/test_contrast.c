/* test_contrast.c: stays by a t-test: what is paired, and what nobody can tell.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include "tools/compare/contrast.h"

/* Differences of 1, 1 and 1.5 in the stays that both were in: sd 1 / sqrt(12),
 * t(2) 4.302653. */
static void test_gaps(void **state)
{
    const double a[] = {0, NAN, 1, 2, 3}, b[] = {1, 7, NAN, 3, 4.5};
    struct contrast c;
    struct shift s;
    double *d;
    size_t n;

    (void)state;
    contrast_init(&c, &contrast_stays, a, 5, b, 5);
    assert_int_equal(contrast_count(&c, 0), 3);
    assert_int_equal(contrast_count(&c, 1), 3);
    d = contrast_differences(&c, &n);
    assert_int_equal(n, 3);
    assert_true(d[0] == 1 && d[1] == 1 && d[2] == 1.5);
    free(d);
    contrast_shift(&s, &c, 0.95);
    assert_true(fabs(s.estimate - 3.5 / 3) < 1e-12);
    assert_true(fabs(s.hi - s.estimate - 4.302653 / 6) < 1e-6);
    assert_true(fabs(s.estimate - s.lo - 4.302653 / 6) < 1e-6);
    assert_null(contrast_stays.cause(&c));
    /* t of 7 with two degrees of freedom */
    assert_true(fabs(contrast_stays.p(&c) - 0.0198039) < 1e-6);
    contrast_fini(&c);
}

static void test_the_same(void **state)
{
    const double a[] = {0, 1, 2}, b[] = {1, 2, 3};
    struct contrast c;
    struct shift s;

    (void)state;
    contrast_init(&c, &contrast_stays, a, 3, b, 3);
    contrast_shift(&s, &c, 0.95);
    assert_true(s.estimate == 1);
    assert_true(isnan(s.lo) && isnan(s.hi));
    assert_true(isnan(contrast_stays.p(&c)));
    assert_string_equal(contrast_stays.cause(&c),
                        "stays are the same to the clock's step");
    contrast_fini(&c);
}

static void test_too_few(void **state)
{
    const double a[] = {0, 1}, b[] = {1, 2.5};
    struct contrast c;
    struct shift s;

    (void)state;
    contrast_init(&c, &contrast_stays, a, 2, b, 2);
    contrast_shift(&s, &c, 0.95);
    assert_true(s.estimate == 1.25);
    assert_true(isnan(s.lo) && isnan(contrast_stays.p(&c)));
    assert_string_equal(contrast_stays.cause(&c), "fewer than 3 stays");
    contrast_fini(&c);
}

/* 2 of 2^6 ways are more than 0.025. */
static void test_few_stays(void **state)
{
    (void)state;
    assert_true(contrast_few_stays(5, 0.05));
    assert_false(contrast_few_stays(6, 0.05));
    assert_true(contrast_few_stays(6, 0.025));
    assert_false(contrast_few_stays(7, 0.025));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_the_same),
        cmocka_unit_test(test_too_few),
        cmocka_unit_test(test_few_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
