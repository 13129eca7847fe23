/* test_scratch.c: where messages lie while they are tried. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../scratch.h"

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

UNIT_GROUP(scratch)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(laid)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
