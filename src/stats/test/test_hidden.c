/* test_hidden.c: the share of one thing that another one hides. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"

static const struct known {
    double both, alone, pure, hidden;
} known[] = {
    {3, 2, 1, 0},      /* one after the other */
    {2, 2, 1, 1},      /* for nothing */
    {2.5, 2, 1, 0.5},  /* half of it */
    {4, 2, 1, -1},     /* in each other's way: not cut off */
    {1.9, 2, 1, 1.1},  /* nor is this */
    {1, 0.25, 1, .25}, /* computing too short to hide more */
};

static void test_known_shares(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(known); i++)
        assert_near(share_hidden(known[i].both, known[i].alone, known[i].pure),
                    known[i].hidden, 1e-12);
}

static void test_does_not_exist(void **state)
{
    (void)state;
    assert_true(isnan(share_hidden(NAN, 1, 1)));
    assert_true(isnan(share_hidden(1, NAN, 1)));
    assert_true(isnan(share_hidden(1, 1, NAN)));
    assert_true(isnan(share_hidden(1, 1, 0)));
}

UNIT_GROUP(hidden)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_shares),
        cmocka_unit_test(test_does_not_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
