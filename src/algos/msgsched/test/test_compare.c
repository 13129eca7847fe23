/* test_compare.c: Algorithm 1 is a strict total order that obeys the
 * options. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../arrange.h"

static int sign(int c)
{
    return (c > 0) - (c < 0);
}

/* Arguments: src, dst, src_node, dst_node, seq, bytes, weight, heaviest,
 * distance. */
#define M(...)                                                                 \
    {                                                                          \
        __VA_ARGS__, .alpha = 0                                                \
    }

enum { GROUP = 1, FAR = 2, NONE = 4, LAST = 8 };
static const struct {
    unsigned options;
    struct ms_item first, second;
} rows[] = {
    /* by distance, whatever the weight */
    {GROUP, M(0, 9, 0, 9, 0, 8, 1, 1, 1), M(0, 8, 0, 8, 1, 8, 7, 7, 2)},
    {0, M(0, 9, 0, 9, 0, 8, 1, 1, 1), M(0, 8, 0, 8, 1, 8, 7, 7, 2)},
    {GROUP | FAR, M(0, 8, 0, 8, 1, 8, 1, 1, 2), M(0, 9, 0, 9, 0, 8, 7, 7, 1)},
    {GROUP | NONE, M(0, 8, 0, 8, 1, 8, 7, 7, 2), M(0, 9, 0, 9, 0, 8, 1, 1, 1)},
    /* by weight: with groups by the heaviest pair of the nodes, else by its
     * own */
    {GROUP, M(0, 5, 0, 5, 0, 8, 1, 7, 1), M(0, 4, 0, 4, 1, 8, 6, 6, 1)},
    {0, M(0, 4, 0, 4, 1, 8, 6, 6, 1), M(0, 5, 0, 5, 0, 8, 1, 7, 1)},
    {GROUP | LAST, M(0, 4, 0, 4, 1, 8, 6, 6, 1), M(0, 5, 0, 5, 0, 8, 1, 7, 1)},
    {LAST, M(0, 5, 0, 5, 0, 8, 1, 7, 1), M(0, 4, 0, 4, 1, 8, 6, 6, 1)},
    /* equal weight: with groups by nodes, then weight; else by ranks */
    {GROUP, M(0, 9, 0, 4, 1, 8, 1, 6, 1), M(0, 8, 0, 5, 0, 8, 6, 6, 1)},
    {GROUP, M(0, 9, 0, 4, 1, 8, 6, 6, 1), M(0, 8, 0, 4, 0, 8, 1, 6, 1)},
    {GROUP | LAST, M(0, 8, 0, 4, 1, 8, 1, 6, 1), M(0, 9, 0, 4, 0, 8, 6, 6, 1)},
    {0, M(0, 8, 0, 5, 1, 8, 6, 6, 1), M(0, 9, 0, 4, 0, 8, 6, 6, 1)},
    {0, M(0, 8, 0, 4, 1, 8, 6, 6, 1), M(1, 7, 0, 3, 0, 8, 6, 6, 1)},
    /* otherwise in the caller's order */
    {GROUP, M(0, 8, 0, 4, 1, 8, 6, 6, 1), M(0, 8, 0, 4, 2, 99, 6, 6, 1)},
    {GROUP | FAR | LAST, M(0, 8, 0, 4, 1, 8, 6, 6, 1),
     M(0, 8, 0, 4, 2, 99, 6, 6, 1)},
    /* messages within the node are last, whatever the options */
    {GROUP, M(0, 8, 0, 4, 1, 8, 1, 1, 9), M(0, 1, 0, 0, 0, 8, 6, 6, 0)},
    {FAR | LAST, M(0, 8, 0, 4, 1, 8, 9, 9, 1), M(0, 1, 0, 0, 0, 8, 6, 6, 2)},
};

static void each_option(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        unsigned opt = rows[i].options;
        struct msgsched_options o = {
            .group = (opt & GROUP) != 0,
            .heavy =
                (opt & LAST) != 0 ? MSGSCHED_HEAVY_LAST : MSGSCHED_HEAVY_FIRST,
            .dist = (opt & FAR) != 0    ? MSGSCHED_FAR_FIRST
                    : (opt & NONE) != 0 ? MSGSCHED_DIST_NONE
                                        : MSGSCHED_NEAR_FIRST,
        };

        if (ms_compare(&o, &rows[i].first, &rows[i].second) >= 0 ||
            ms_compare(&o, &rows[i].second, &rows[i].first) <= 0)
            fail_msg("row %zu", i);
    }
}

enum { RANKS = 5, ITEMS = 2 * RANKS * RANKS };

/* Two messages of each pair of ranks, with two ranks a node. Numbers are small,
 * so that many are equal. */
static void items_fill(struct ms_item items[ITEMS])
{
    for (int i = 0; i < ITEMS; i++) {
        int src = i / 2 / RANKS, dst = i / 2 % RANKS;
        int from = src / 2, to = dst / 2;

        items[i] = (struct ms_item){.src = src,
                                    .dst = dst,
                                    .src_node = from,
                                    .dst_node = to,
                                    .seq = i % 2,
                                    .weight = (src * 3 + dst * 2) % 4,
                                    .heaviest = (from * 2 + to) % 3,
                                    .distance = (from + to) % 2};
    }
}

/* Asserts that the comparison is antisymmetric, 0 only for equal messages, and
 * transitive. */
static void strict_total_order(void **state)
{
    struct ms_item items[ITEMS];
    static int c[ITEMS][ITEMS];

    (void)state;
    items_fill(items);
    for (int way = 0; way < 12; way++) {
        struct msgsched_options o = {
            .dist = way % 3, .heavy = way / 3 % 2, .group = way / 6 == 1};

        for (int i = 0; i < ITEMS * ITEMS; i++)
            c[i / ITEMS][i % ITEMS] =
                sign(ms_compare(&o, &items[i / ITEMS], &items[i % ITEMS]));
        for (int i = 0; i < ITEMS; i++)
            for (int j = 0; j < ITEMS; j++) {
                assert_int_equal(c[i][j], -c[j][i]);
                assert_int_equal(c[i][j] == 0, i == j);
                for (int k = 0; k < ITEMS; k++)
                    assert_false(c[i][j] < 0 && c[j][k] < 0 && c[i][k] >= 0);
            }
    }
}

UNIT_GROUP(compare)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_option),
        cmocka_unit_test(strict_total_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
