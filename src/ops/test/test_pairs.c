/* test_pairs.c: who is whose peer, by every rule. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "ops/pairs.h"

enum { RANKS = 8, NOBODY = MPI_PROC_NULL };

struct expected {
    const char *pairing;
    int size;
    int node[RANKS], peer[RANKS];
};

static const struct expected table[] = {
    {"one", 1, {0}, {NOBODY}},
    {"one", 2, {0}, {1, 0}},
    {"one", 4, {0}, {1, 0, NOBODY, NOBODY}},
    {"neighbors", 1, {0}, {NOBODY}},
    {"neighbors", 4, {0}, {1, 0, 3, 2}},
    {"neighbors", 5, {0}, {1, 0, 3, 2, NOBODY}},
    {"halves", 1, {0}, {NOBODY}},
    {"halves", 2, {0}, {1, 0}},
    {"halves", 6, {0}, {3, 4, 5, 0, 1, 2}},
    {"halves", 7, {0}, {3, 4, 5, 0, 1, 2, NOBODY}},
    /* block by block, in turn, and nodes of different sizes */
    {"nodes", 4, {0, 0, 1, 1}, {2, 3, 0, 1}},
    {"nodes", 4, {0, 1, 0, 1}, {1, 0, 3, 2}},
    {"nodes", 5, {0, 0, 0, 1, 1}, {3, 4, NOBODY, 0, 1}},
    {"nodes", 6, {0, 1, 1, 2, 3, 3}, {1, 0, NOBODY, 4, 3, NOBODY}},
    /* nobody to pair with: one node, or one left over */
    {"nodes", 3, {0, 0, 0}, {NOBODY, NOBODY, NOBODY}},
    {"nodes", 5, {0, 0, 1, 1, 2}, {2, 3, 0, 1, NOBODY}},
};

static enum pairing find(const char *name)
{
    const struct param_word *w = pairs_words;

    while (w->name != NULL && strcmp(w->name, name) != 0)
        w++;
    assert_non_null(w->name);
    return w->value;
}

static void test_peers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *e = &table[i];
        enum pairing p = find(e->pairing);

        for (int rank = 0; rank < e->size; rank++)
            assert_int_equal(pairs_peer(p, rank, e->size, e->node),
                             e->peer[rank]);
    }
}

/* Whoever has a peer is that one's peer, and nobody is his own. */
static void check_mutual(enum pairing p, int size, const int *node)
{
    for (int rank = 0; rank < size; rank++) {
        int peer = pairs_peer(p, rank, size, node);

        if (peer == MPI_PROC_NULL)
            continue;
        assert_in_range(peer, 0, size - 1);
        assert_int_not_equal(peer, rank);
        assert_int_equal(pairs_peer(p, peer, size, node), rank);
    }
}

static void test_pairs_are_mutual(void **state)
{
    int block[RANKS], turn[RANKS];

    (void)state;
    for (int size = 1; size <= RANKS; size++)
        for (int nodes = 1; nodes <= size; nodes++) {
            for (int i = 0; i < size; i++) {
                block[i] = i * nodes / size;
                turn[i] = i % nodes;
            }
            for (const struct param_word *w = pairs_words; w->name; w++) {
                check_mutual(w->value, size, block);
                check_mutual(w->value, size, turn);
            }
        }
}

/* What one rank sends along edge i comes in along the peer's edge i. */
static void check_edges(int size, bool both_ways)
{
    for (int rank = 0; rank < size; rank++) {
        const struct pair_params params = {PAIRS_NEIGHBORS, 3};
        const struct op_args a = {
            .rank = rank, .size = size, .count = 7, .params = &params};
        int peer = rank ^ 1;
        struct edges e = {0};
        char *cause = NULL;
        bool paired = peer < size;
        int rc = (both_ways ? pairs_both_ways : pairs_one_way)(&a, &e, &cause);

        assert_int_equal(rc == MPI_SUCCESS, size > 1);
        assert_int_equal(cause != NULL, size == 1);
        assert_int_equal(e.nout, paired && (both_ways || rank < peer) ? 3
                                                                    : 0);
        assert_int_equal(e.nin, paired && (both_ways || rank > peer) ? 3
                                                                   : 0);
        for (int i = 0; i < e.nin; i++)
            assert_true(e.in[i].peer == peer && e.in[i].block == i &&
                        e.in[i].count == 7);
        for (int i = 0; i < e.nout; i++)
            assert_true(e.out[i].peer == peer && e.out[i].count == 7);
        free(e.in);
        free(e.out);
        free(cause);
    }
}

static void test_messages_of_a_pair(void **state)
{
    (void)state;
    for (int size = 1; size <= 5; size++) {
        check_edges(size, false);
        check_edges(size, true);
    }
}

UNIT_GROUP(pairs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers),
        cmocka_unit_test(test_pairs_are_mutual),
        cmocka_unit_test(test_messages_of_a_pair),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
