/* test_adjust.c: p-values of many cases. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include "tools/compare/adjust.h"

static void test_holm(void **state)
{
    const double p[] = {0.01, 0.04, NAN, 0.03, 0.005};
    const double expected[] = {0.03, 0.06, NAN, 0.06, 0.02};
    double adjusted[LENGTH(p)];

    (void)state;
    correction_find("holm")->adjust(adjusted, p, LENGTH(p));
    for (size_t i = 0; i < LENGTH(p); i++)
        if (isnan(p[i]))
            assert_true(isnan(adjusted[i]));
        else
            assert_near(adjusted[i], expected[i], 1e-15);
}

static void test_holm_is_one_at_most(void **state)
{
    const double p[] = {0.4, 0.9, 0.7};
    double adjusted[LENGTH(p)];

    (void)state;
    correction_find("holm")->adjust(adjusted, p, LENGTH(p));
    for (size_t i = 0; i < LENGTH(p); i++)
        assert_true(adjusted[i] == 1);
}

static void test_none(void **state)
{
    const double p[] = {0.04, 0.001};
    double adjusted[LENGTH(p)];

    (void)state;
    correction_find("none")->adjust(adjusted, p, LENGTH(p));
    assert_true(adjusted[0] == p[0] && adjusted[1] == p[1]);
}

/* The least of n p-values is rejected at the level, and not just above it. */
static void test_level(void **state)
{
    (void)state;
    for (size_t i = 0; corrections[i] != NULL; i++)
        for (size_t n = 1; n < 5; n++) {
            double p[4] = {0.9, 0.9, 0.9, 0.9}, adjusted[4];

            p[n - 1] = corrections[i]->level(0.05, n);
            corrections[i]->adjust(adjusted, p, n);
            assert_near(adjusted[n - 1], 0.05, 1e-15);
        }
}

static void test_unknown(void **state)
{
    (void)state;
    assert_null(correction_find("bonferroni"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_holm_is_one_at_most),
        cmocka_unit_test(test_none),
        cmocka_unit_test(test_level),
        cmocka_unit_test(test_unknown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
