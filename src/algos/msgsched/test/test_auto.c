/* test_auto.c: what `auto` chooses, by seconds that exchanges took. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../auto.h"

static void tried(void **state)
{
    /* window, persistent, datatype, fixed, merge, reorder, both, throttle: a
     * bit of each that is tried */
    static const struct {
        bool few;
        int nodes, tried;
    } rows[] = {
        {true, 1, 0x1f},
        {false, 1, 0x1d},
        {true, 2, 0xff},
        {false, 2, 0xdd},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int bits = 0;

        for (int k = 0; k < MS_CANDIDATES; k++)
            bits |= ms_is_tried(ms_candidates[k], rows[i].few, rows[i].nodes)
                    << k;
        assert_int_equal(bits, rows[i].tried);
    }
}

static void dropped(void **state)
{
    static const struct {
        double seconds[MS_CANDIDATES];
        int left; /* a bit of each */
        double sum;
    } rows[] = {
        {{1, 1, 1, 1, 1, 1, 1, 1}, 0xff, 8},
        {{3, 1, 3.01, 1, 1, 1, 1, 1}, 0xfb, 9},
        {{9, 9, 9, 9, 9, 9, 9, 1}, 0x80, 1},
        {{1, INFINITY, 2, 2, INFINITY, INFINITY, 4, 4}, 0x0d, 5},
        /* of a clock that did not move nothing is known */
        {{0, 0, 1, 0, 0, 0, 0, 0}, 0xfb, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double seconds[MS_CANDIDATES];
        int left = 0;

        memcpy(seconds, rows[i].seconds, sizeof(seconds));
        assert_float_equal(ms_drop(seconds), rows[i].sum, 1e-12);
        for (int k = 0; k < MS_CANDIDATES; k++)
            left |= isfinite(seconds[k]) ? 1 << k : 0;
        assert_int_equal(left, rows[i].left);
    }
}

static void rounds(void **state)
{
    static const struct {
        double seconds, patience;
        size_t rounds;
    } rows[] = {
        {0, 1, 51},      {10e-6, 1, 51}, {195e-6, 1, 51}, {1e-3, 1, 9},
        {1.9e-3, 1, 5},  {2.1e-3, 1, 5}, {4e-3, 1, 5},    {0.19, 1, 5},
        {0.21, 1, 1},    {0.99, 1, 1},   {1.01, 1, 0},    {0.21, 1.1, 5},
        {1e-3, 5e-3, 9}, {1e-3, 0, 0},   {1e-3, -1, 0},   {0, -1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(ms_rounds(rows[i].seconds, rows[i].patience),
                         rows[i].rounds);
}

static void worth(void **state)
{
    static const struct {
        double expected;
        int tries;
        double least, spent;
        bool worth;
    } rows[] = {
        {0, 2, INFINITY, 1000, true}, /* none yet */
        {7, 2, INFINITY, 1000, true},
        {INFINITY, 2, 1e-3, 0, false},
        /* over three times as long as the fastest */
        {3e-3, 2, 1e-3, 0, true},
        {3.1e-3, 2, 1e-3, 0, false},
        /* 1 s ... */
        {0, 2, 1e-3, 1, true},
        {0, 2, 1e-3, 1.01, false},
        {1e-3, 2, 1e-3, 0.998, true},
        {1e-3, 2, 1e-3, 0.999, false},
        {0, 2, 0, 1, true},
        {0, 2, 0, 1.01, false},
        /* ... or 100 exchanges */
        {0, 2, 0.1, 10, true},
        {0, 2, 0.1, 10.1, false},
        {0.1, 2, 0.1, 9.8, true},
        {0.1, 2, 0.1, 9.9, false},
        {0.1, 1, 0.1, 9.9, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(ms_is_worth(rows[i].expected, rows[i].tries,
                                     rows[i].least, rows[i].spent),
                         rows[i].worth);
}

static void choice(void **state)
{
    /* window, persistent, datatype, fixed, merge, reorder, both, throttle */
    static const struct {
        double seconds[MS_CANDIDATES];
        enum msgsched_schedule want;
    } rows[] = {
        {{1, 1, 1, 1, 1, 1, 1, 1}, MSGSCHED_WINDOW},
        {{1.02, 1, 1, 1, 1, 1, 1, 1}, MSGSCHED_WINDOW},
        {{1.03, 1.01, 1, 1, 1, 1, 1, 1}, MSGSCHED_PERSISTENT},
        {{2, INFINITY, 2, 2, 1, 2, 1, 2}, MSGSCHED_MERGE},
        {{2, INFINITY, 2, 2, 1.5, INFINITY, 1, 1}, MSGSCHED_BOTH},
        {{2, 2, 2, 2, 2, 1, 2, 2}, MSGSCHED_REORDER},
        {{2, 1.5, 1, 1.5, 1.5, 1.5, 1.5, INFINITY}, MSGSCHED_DATATYPE},
        {{2, 2, 2, 1, 1.5, 1.5, 1.5, 1}, MSGSCHED_FIXED},
        {{2, 2, 2, 2, 2, 2, 2, 1}, MSGSCHED_THROTTLE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double seconds[MS_CANDIDATES];

        memcpy(seconds, rows[i].seconds, sizeof(seconds));
        assert_int_equal(ms_choose(seconds, 1), rows[i].want);
    }
}

/* One exchange that was disturbed decides nothing. */
static void choice_of_medians(void **state)
{
    double seconds[MS_CANDIDATES * 3];

    (void)state;
    for (int k = 0; k < MS_CANDIDATES; k++) {
        double x = ms_candidates[k] == MSGSCHED_MERGE ? 1 : 1.5;

        seconds[3 * k] = x;
        seconds[3 * k + 1] = ms_candidates[k] == MSGSCHED_MERGE ? 100 : 0.1;
        seconds[3 * k + 2] = x;
    }
    assert_int_equal(ms_choose(seconds, 3), MSGSCHED_MERGE);
}

UNIT_GROUP(auto)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tried),  cmocka_unit_test(dropped),
        cmocka_unit_test(rounds), cmocka_unit_test(worth),
        cmocka_unit_test(choice), cmocka_unit_test(choice_of_medians),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
