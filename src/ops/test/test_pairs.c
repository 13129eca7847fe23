/* test_pairs.c: who is whose peer, by every rule. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <mpi.h>
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

static void test_peers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *e = &table[i];
        const struct pairing *p = pairing_find(e->pairing);

        assert_non_null(p);
        for (int rank = 0; rank < e->size; rank++)
            assert_int_equal(p->peer(rank, e->size, e->node), e->peer[rank]);
    }
}

/* Whoever has a peer is that one's peer, and nobody is his own. */
static void check_mutual(const struct pairing *p, int size, const int *node)
{
    for (int rank = 0; rank < size; rank++) {
        int peer = p->peer(rank, size, node);

        if (peer == MPI_PROC_NULL)
            continue;
        assert_in_range(peer, 0, size - 1);
        assert_int_not_equal(peer, rank);
        assert_int_equal(p->peer(peer, size, node), rank);
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
            for (size_t i = 0; pairing_table[i] != NULL; i++) {
                check_mutual(pairing_table[i], size, block);
                check_mutual(pairing_table[i], size, turn);
            }
        }
}

static void test_no_such_pairing(void **state)
{
    (void)state;
    assert_null(pairing_find("two"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_peers),
        cmocka_unit_test(test_pairs_are_mutual),
        cmocka_unit_test(test_no_such_pairing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
