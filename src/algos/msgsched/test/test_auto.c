/* test_auto.c: what `auto` chooses, by seconds that exchanges took. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>

#include "lib/test/unit.h"
#include "../auto.h"

/* Candidates: persistent, datatype, merge, throttle. */

static void tried(void **state)
{
    static const struct {
        bool few;
        int nodes, tried; /* a bit of each */
    } rows[] = {
        {true, 1, 0x7},
        {false, 1, 0x6},
        {true, 2, 0xf},
        {false, 2, 0x6},
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
        {{1, 1, 1, 1}, 0xf, 4},
        {{3, 1, 3.01, 1}, 0xb, 5},
        {{9, 9, 9, 1}, 0x8, 1},
        {{1, INFINITY, 2, 4}, 0x5, 3},
        /* of a clock that did not move nothing is known */
        {{0, 0, 1, 0}, 0xb, 0},
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

static void patience(void **state)
{
    (void)state;
    assert_true(isinf(ms_patience(INFINITY)));
    assert_float_equal(ms_patience(0), 1, 0);
    assert_float_equal(ms_patience(0.01), 1, 0);
    assert_float_equal(ms_patience(0.1), 10, 1e-12);
}

static void choice(void **state)
{
    static const struct {
        double seconds[MS_CANDIDATES];
        enum msgsched_schedule want;
    } rows[] = {
        {{1, 1, 1, 1}, MSGSCHED_PERSISTENT},
        {{1.02, 1, 1, 1}, MSGSCHED_PERSISTENT},
        {{1.03, 1.01, 1, 1}, MSGSCHED_DATATYPE},
        {{INFINITY, 2, 1, 2}, MSGSCHED_MERGE},
        {{2, 1, 1.5, INFINITY}, MSGSCHED_DATATYPE},
        {{2, 2, 2, 1}, MSGSCHED_THROTTLE},
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

/* Where messages lie while they are tried. */

enum { MOST = 4 };

static void laid(void **state)
{
    static const struct {
        struct ms_stretch v[MOST];
        size_t n;
        int64_t to[MOST]; /* in the order of `index` */
        size_t bytes;
    } rows[] = {
        {{{0}}, 0, {0}, 0},
        {{{0, 10, 0, 0}}, 1, {0}, 10},
        /* the place on its page stays */
        {{{4096 * 7 + 5, 4096 * 7 + 8, 0, 0}}, 1, {5}, 8},
        {{{-1, 8, 0, 0}}, 1, {4095}, 4104},
        /* adjacent, apart, and in another order */
        {{{16, 24, 0, 0}, {8, 16, 0, 1}}, 2, {16, 8}, 24},
        {{{0, 8, 0, 0}, {8200, 8208, 0, 1}}, 2, {0, 8200}, 8208},
        /* long gaps become shorter by whole pages */
        {{{0, 8, 0, 0}, {8201, 8209, 0, 1}}, 2, {0, 4105}, 4113},
        {{{0, 4096, 0, 0}, {INT64_C(1) << 40, (INT64_C(1) << 40) + 8, 0, 1}},
         2,
         {0, 8192},
         8200},
        /* one within another, and what follows the longer one */
        {{{0, 100, 0, 0}, {10, 20, 0, 1}, {100, 104, 0, 2}},
         3,
         {0, 10, 100},
         104},
        {{{0, 100, 0, 0}, {90, 110, 0, 1}}, 2, {0, 90}, 110},
        {{{3, 5, 0, 0}, {3, 5, 0, 1}}, 2, {3, 3}, 5},
        /* what is empty lies nowhere, however far away */
        {{{1 << 20, 1 << 20, 0, 0}, {4, 8, 0, 1}}, 2, {0, 4}, 8},
        {{{-(1 << 20), -(1 << 20), 0, 0}, {4, 8, 0, 1}}, 2, {0, 4}, 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct ms_stretch v[MOST];

        for (size_t k = 0; k < MOST; k++)
            v[k] = rows[i].v[k];
        assert_int_equal(ms_lay(v, rows[i].n), rows[i].bytes);
        for (size_t k = 0; k < rows[i].n; k++)
            assert_int_equal(v[k].to, rows[i].to[v[k].index]);
    }
}

UNIT_GROUP(auto)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tried),  cmocka_unit_test(dropped),
        cmocka_unit_test(rounds), cmocka_unit_test(patience),
        cmocka_unit_test(choice), cmocka_unit_test(choice_of_medians),
        cmocka_unit_test(laid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
