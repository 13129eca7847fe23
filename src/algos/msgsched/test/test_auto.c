/* test_auto.c: how `auto` chooses a schedule from times of exchanges. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../auto.h"

/* Arrays and bits are in the order persistent, datatype, merge, fixed,
 * throttle. */

UNIT_TEST(tried)
{
    static const struct {
        bool few;
        int nodes, tried; /* one bit per candidate */
    } rows[] = {
        {true, 1, 0xf},
        {false, 1, 0xe},
        {true, 2, 0x17},
        {false, 2, 0x6},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int bits = 0;

        for (int k = 0; k < MS_CANDIDATES; k++)
            bits |= ms_is_tried(ms_candidates[k], rows[i].few, rows[i].nodes)
                    << k;
        assert_int_equal(bits, rows[i].tried);
    }
}

UNIT_TEST(dropped)
{
    static const struct {
        double seconds[MS_CANDIDATES];
        int left; /* one bit per candidate */
        double sum;
    } rows[] = {
        {{1, 1, 1, 1, 1}, 0x1f, 5},
        {{3, 1, 3.01, 1, 2}, 0x1b, 7},
        {{9, 9, 9, 9, 1}, 0x10, 1},
        {{1, INFINITY, 2, 4, INFINITY}, 0x5, 3},
        /* a candidate with time 0 is kept: the clock did not advance */
        {{0, 0, 1, 0, 0}, 0x1b, 0},
    };

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

UNIT_TEST(rounds)
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

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_int_equal(ms_rounds(rows[i].seconds, rows[i].patience),
                         rows[i].rounds);
}

UNIT_TEST(patience)
{
    assert_true(isinf(ms_patience(INFINITY)));
    assert_float_equal(ms_patience(0), 1, 0);
    assert_float_equal(ms_patience(0.01), 1, 0);
    assert_float_equal(ms_patience(0.1), 10, 1e-12);
}

UNIT_TEST(choice)
{
    static const struct {
        double seconds[MS_CANDIDATES];
        enum msgsched_schedule want;
    } rows[] = {
        {{1, 1, 1, 1, 1}, MSGSCHED_PERSISTENT},
        {{1.02, 1, 1, 1, 1}, MSGSCHED_PERSISTENT},
        {{1.03, 1.01, 1, 1, 1}, MSGSCHED_DATATYPE},
        {{INFINITY, 2, 1, 2, 2}, MSGSCHED_MERGE},
        {{2, 2, 2, 1, INFINITY}, MSGSCHED_FIXED},
        {{2, 1, 1.5, 2, INFINITY}, MSGSCHED_DATATYPE},
        {{2, 2, 2, INFINITY, 1}, MSGSCHED_THROTTLE},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        double seconds[MS_CANDIDATES];

        memcpy(seconds, rows[i].seconds, sizeof(seconds));
        assert_int_equal(ms_choose(seconds, 1), rows[i].want);
    }
}

/* One outlier does not change the choice. */
UNIT_TEST(choice_of_medians)
{
    double seconds[MS_CANDIDATES * 3];

    for (int k = 0; k < MS_CANDIDATES; k++) {
        double x = ms_candidates[k] == MSGSCHED_MERGE ? 1 : 1.5;

        seconds[3 * k] = x;
        seconds[3 * k + 1] = ms_candidates[k] == MSGSCHED_MERGE ? 100 : 0.1;
        seconds[3 * k + 2] = x;
    }
    assert_int_equal(ms_choose(seconds, 3), MSGSCHED_MERGE);
}
