/* test_carrier.c: which rank of a node receives what is for several. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>

#include "lib/test/unit.h"
#include "../carrier.h"
#include "sets.h"

static void nodes_listed(void **state)
{
    static const int node[] = {1, 0, 1, 3, 0, 1}, none[] = {0};
    int rank[6], begin[5];

    (void)state;
    ms_nodes_list(node, 6, 4, rank, begin);
    assert_memory_equal(begin, ((int[]){0, 2, 5, 5, 6}), sizeof(begin));
    assert_memory_equal(rank, ((int[]){1, 4, 0, 2, 5, 3}), sizeof(rank));
    ms_nodes_list(none, 1, 1, rank, begin);
    assert_memory_equal(begin, ((int[]){0, 1}), 2 * sizeof(int));
    assert_int_equal(rank[0], 0);
}

/* Ranks 1 to 3 are node 1, 4 and 5 node 2; a message a digit, with 10 bytes;
 * what goes together has no blank in between. */
static const struct {
    const char *cuts;
    int carrier[8];
} rows[] = {
    /* for one: to it */
    {"1 3 33 2 5", {1, 3, 3, 2, 5}},
    /* equal: the lowest; then who has least */
    {"12 12 12 12", {1, 2, 3, 1}},
    {"23 12 13", {1, 2, 3}},
    /* what came alone counts */
    {"1 2 12 3 12", {1, 2, 3, 3, 1}},
    {"111 12 12 12 12 123", {1, 2, 3, 2, 3, 1}},
    /* nodes do not know each other */
    {"12 45 12 45 45 12", {1, 4, 2, 5, 4, 3}},
};

static void to_the_fewest(void **state)
{
    static const int node[] = {0, 1, 1, 1, 2, 2};
    int rank[6], begin[4];
    const struct ms_nodes nodes = {rank, begin};

    (void)state;
    ms_nodes_list(node, 6, 3, rank, begin);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct ms_item items[32];
        struct ms_cut cuts[8] = {{0}};
        int64_t received[6] = {0};
        size_t n = 0, ncuts = 1;
        int carrier[8];

        for (const char *c = rows[i].cuts; *c != '\0'; c++) {
            if (*c == ' ') {
                cuts[ncuts++].first = n;
                continue;
            }
            items[n++] = (struct ms_item){
                .dst = *c - '0', .dst_node = node[*c - '0'], .bytes = 10};
            cuts[ncuts - 1].n++;
            cuts[ncuts - 1].bytes += 10;
        }
        ms_carriers(items, cuts, ncuts, &nodes, received, carrier);
        assert_memory_equal(carrier, rows[i].carrier, ncuts * sizeof(int));
    }
}

static void assert_carried(const struct set *s, const struct ms_cut *cut,
                           const int *node, int carrier,
                           const int64_t *received)
{
    const struct ms_item *items = &s->items[cut->first];
    bool one = true;

    for (size_t i = 0; i < cut->n; i++)
        one = one && items[i].dst == items[0].dst;
    assert_int_equal(node[carrier], items[0].dst_node);
    if (one)
        assert_int_equal(carrier, items[0].dst);
    for (int r = 0; !one && r < SET_RANKS; r++)
        if (node[r] == node[carrier]) {
            assert_true(received[carrier] <= received[r]);
            assert_true(r >= carrier || received[carrier] < received[r]);
        }
}

/* Of arranged sets. */
static void all_sets(void **state)
{
    uint64_t seed = 5;
    int shared = 0;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        int node[SET_RANKS], rank[SET_RANKS], begin[SET_RANKS + 1];
        const struct ms_nodes nodes = {rank, begin};
        int64_t received[SET_RANKS] = {0}, before[SET_RANKS] = {0};
        struct ms_cut cuts[SET_MAX];
        int carrier[SET_MAX];
        struct msgsched_options o;
        struct set s;
        size_t n;

        set_fill(&s, node, (int)set_draw(&seed, SET_RANKS), &seed);
        set_options(&o, &seed);
        o.scope = MSGSCHED_SCOPE_NODE;
        n = ms_arrange(&o, s.items, s.n, cuts);
        ms_nodes_list(node, SET_RANKS, SET_RANKS, rank, begin);
        ms_carriers(s.items, cuts, n, &nodes, received, carrier);
        for (size_t i = 0; i < n; i++) {
            assert_carried(&s, &cuts[i], node, carrier[i], before);
            before[carrier[i]] += cuts[i].bytes;
            shared += carrier[i] != s.items[cuts[i].first].dst;
        }
        assert_memory_equal(received, before, sizeof(before));
    }
    assert_true(shared > 0);
}

UNIT_GROUP(carrier)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_listed),
        cmocka_unit_test(to_the_fewest),
        cmocka_unit_test(all_sets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
