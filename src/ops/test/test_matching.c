/* test_matching.c: random pairs of ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include "lib/test/unit.h"
#include "ops/pairs.h"

enum { RANKS = 48 };

/* Ranks by node and nodes by switch. */
struct ranks_at {
    int ranks, per_node, per_switch, kinds; /* kinds of pairs that exist */
};

static const struct ranks_at shapes[] = {
    {1, 1, 0, 0},  {2, 1, 0, 1},  {3, 1, 0, 1},  {7, 1, 0, 1},  {48, 48, 0, 1},
    {48, 4, 0, 2}, {48, 1, 6, 2}, {48, 2, 6, 3}, {47, 3, 5, 3},
};

static int kind_of(const struct op_places *p, int a, int b)
{
    return p->node[a] == p->node[b]                                     ? 0
           : p->switch_of == NULL || p->switch_of[a] == p->switch_of[b] ? 1
                                                                        : 2;
}

/* Peers are each other's; a round has pairs of one kind; a matching is made in
 * both directions; if ranks are spread evenly, nobody is left out often. */
static void check(const struct ranks_at *shape)
{
    int node[RANKS], leaf[RANKS], peer[RANKS], before[3][RANKS];
    int met[3][RANKS] = {{0}}, rounds[3] = {0}, kinds = 0;
    bool reversed[RANKS];
    struct op_places places = {node, shape->per_switch > 0 ? leaf : NULL};

    for (int i = 0; i < shape->ranks; i++) {
        node[i] = i / shape->per_node;
        leaf[i] = shape->per_switch > 0 ? node[i] / shape->per_switch : 0;
    }
    for (int round = 0; round < MATCHING_ROUNDS; round++) {
        int kind = -1;

        matching_make(peer, reversed, shape->ranks, &places, round);
        for (int i = 0; i < shape->ranks; i++) {
            if (peer[i] == MPI_PROC_NULL)
                continue;
            assert_int_not_equal(peer[i], i);
            assert_int_equal(peer[peer[i]], i);
            kind = kind < 0 ? kind_of(&places, i, peer[i]) : kind;
            assert_int_equal(kind_of(&places, i, peer[i]), kind);
            met[kind][i]++;
        }
        if (kind < 0)
            continue;
        for (int i = 0; i < shape->ranks; i++)
            assert_int_equal(reversed[i], rounds[kind] % 2);
        if (reversed[0])
            assert_memory_equal(peer, before[kind],
                                (size_t)shape->ranks * sizeof(int));
        memcpy(before[kind], peer, sizeof(peer));
        rounds[kind]++;
    }
    for (int kind = 0; kind < 3; kind++) {
        kinds += rounds[kind] > 0;
        for (int i = 0; shape->ranks == RANKS && i < shape->ranks; i++)
            assert_true(2 * met[kind][i] >= rounds[kind]);
    }
    assert_int_equal(kinds, shape->kinds);
    for (int kind = 0; kind < 3; kind++)
        if (rounds[kind] > 0)
            assert_int_equal(rounds[kind], MATCHING_ROUNDS / kinds);
}

UNIT_TEST(test_matchings)
{
    for (size_t i = 0; i < LENGTH(shapes); i++)
        check(&shapes[i]);
}

/* Every rank has a peer, but for one of an odd number; rounds, seeds and
 * directions differ; the first matching is the same on every machine. */
UNIT_TEST(test_random)
{
    static const int first[] = {5, 6, 7, 4, 3, 0, 1, 2};
    static const bool back[] = {1, 1, 0, 1, 1, 1, 1, 0};
    int peer[RANKS], other[RANKS], up = 0, same = 0;
    bool reversed[RANKS];

    for (int size = 1; size <= RANKS; size++) {
        int idle = 0;

        matching_random(peer, reversed, size, 1, size);
        for (int i = 0; i < size; i++) {
            idle += peer[i] == MPI_PROC_NULL;
            if (peer[i] == MPI_PROC_NULL)
                continue;
            assert_int_not_equal(peer[i], i);
            assert_int_equal(peer[peer[i]], i);
            assert_int_equal(reversed[peer[i]], reversed[i]);
        }
        assert_int_equal(idle, size % 2);
    }
    matching_random(other, reversed, RANKS, 2, 0);
    for (int round = 0; round < MATCHING_RANDOM; round++) {
        matching_random(peer, reversed, RANKS, 1, round);
        for (int i = 0; i < RANKS; i++) {
            same += peer[i] == other[i];
            up += reversed[i];
        }
        memcpy(other, peer, sizeof(other));
    }
    /* of 20 times 48 ranks: expected are 20.4 and 480; bounds of 5 sigma */
    assert_in_range(same, 0, 52);
    assert_in_range(up, 480 - 110, 480 + 110);
    matching_random(peer, reversed, 8, 1, 0);
    assert_memory_equal(peer, first, sizeof(first));
    assert_memory_equal(reversed, back, sizeof(back));
}
