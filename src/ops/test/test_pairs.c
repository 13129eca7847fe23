/* test_pairs.c: which ranks form pairs by each rule; how many messages
 * count. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "ops/pairs.h"
#include "ops/registry.h"
#include "ops/test/world.h"

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
    /* ranks placed on nodes in blocks or cyclically; nodes of different
     * sizes */
    {"nodes", 4, {0, 0, 1, 1}, {2, 3, 0, 1}},
    {"nodes", 4, {0, 1, 0, 1}, {1, 0, 3, 2}},
    {"nodes", 5, {0, 0, 0, 1, 1}, {3, 4, NOBODY, 0, 1}},
    {"nodes", 6, {0, 1, 1, 2, 3, 3}, {1, 0, NOBODY, 4, 3, NOBODY}},
    /* without a peer: a single node, or an odd number of nodes */
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

UNIT_TEST(test_peers)
{
    for (size_t i = 0; i < LENGTH(table); i++) {
        const struct expected *e = &table[i];
        enum pairing p = find(e->pairing);

        for (int rank = 0; rank < e->size; rank++)
            assert_int_equal(pairs_peer(p, rank, e->size, e->node, 0),
                             e->peer[rank]);
    }
}

/* No rank is in two pairs of a round. Over all rounds, each pair is once. */
static void tournament(const char *pairing, int size)
{
    const struct op *op = op_find("send");
    const struct pair_params params = {.pairs = find(pairing)};
    int rounds = pairs_rounds_of(op, &params, size), *met, pairs = 0;

    met = xcalloc((size_t)size * (size_t)size, sizeof(*met));
    for (int round = 0; round < rounds; round++)
        for (int rank = 0; rank < size; rank++) {
            int peer = pairs_peer(find(pairing), rank, size, NULL, round);

            if (peer == NOBODY)
                continue;
            assert_in_range(peer, 0, size - 1);
            assert_int_not_equal(peer, rank);
            assert_int_equal(pairs_peer(find(pairing), peer, size, NULL, round),
                             rank);
            assert_int_equal(met[rank * size + peer]++, 0);
            pairs += rank < peer;
        }
    assert_int_equal(pairs, size * (size - 1) / 2);
    free(met);
}

UNIT_TEST(test_tournament)
{
    const struct op *op = op_find("pingpong");
    struct pair_params params = {.pairs = PAIRS_EACH};

    for (int size = 2; size <= 33; size++) {
        tournament("each", size);
        tournament("each-alone", size);
    }
    assert_int_equal(pairs_rounds_of(op, &params, 1024), 1023);
    assert_int_equal(pairs_rounds_of(op, &params, 33), 33);
    assert_int_equal(pairs_rounds_of(op, &params, 1), 0);
    assert_int_equal(pairs_rounds_of(op_find("bcast"), NULL, 4), 0);
    params.pairs = PAIRS_EACH_ALONE;
    assert_int_equal(pairs_rounds_of(op, &params, 1024), 523776);
    params.pairs = PAIRS_NEIGHBORS;
    assert_int_equal(pairs_rounds_of(op, &params, 4), 0);
}

/* Messages of all ranks, in pairs of neighbours or round the ring. n: value of
 * the operation's integer parameter, if any. */
static const struct counted {
    const char *op;
    int size;
    const char *n;
    double repeats, messages;
} counted[] = {
    {"send", 2, NULL, 1, 1},
    {"issend", 6, NULL, 1, 3},
    {"bsend_init", 5, NULL, 1, 2},
    {"psend_init", 2, "8", 1, 8},
    {"psend_init", 6, "5", 1, 15},
    /* a round trip is two messages; the reported time is half */
    {"pingpong", 2, "1", 2, 1},
    {"pingpong", 2, "100", 200, 1},
    {"pingpong", 8, "3", 6, 4},
    {"pingping", 2, NULL, 1, 2},
    {"pingping", 7, NULL, 1, 6},
    {"sendrecv", 1, NULL, 1, 1},
    {"sendrecv_replace", 5, NULL, 1, 5},
    {"isendrecv", 3, NULL, 1, 3},
    {"exchange", 2, NULL, 1, 4},
    {"exchange", 5, NULL, 1, 10},
    /* the acknowledgement of a window is not counted */
    {"bandwidth", 2, "64", 1, 64},
    {"bandwidth", 8, "10", 1, 40},
    {"bibandwidth", 2, "64", 1, 128},
    {"bibandwidth", 6, "2", 1, 12},
    {"put_fence", 4, "1", 1, 2},
    {"get_flush_local", 4, "10", 10, 2},
    {"biput_fence", 6, "1", 1, 6},
};

enum { COUNT = 10 };

UNIT_TEST(test_messages)
{
    for (size_t i = 0; i < LENGTH(counted); i++) {
        const struct counted *e = &counted[i];
        const struct op *op = op_find(e->op);
        struct traffic sum = {0, 0};
        struct world w;

        world_open(&w, &(struct world_spec){.op = op,
                                            .size = e->size,
                                            .count = COUNT,
                                            .dtype = dtype_find("double"),
                                            .n = e->n});
        for (int rank = 0; rank < e->size; rank++) {
            const struct op_args *a = &w.a[rank];
            struct traffic t = op->traffic(a);

            assert_true((op->repeats != NULL ? op->repeats(a) : 1) ==
                        e->repeats);
            sum.messages += t.messages;
            sum.bytes += t.bytes;
        }
        assert_true(sum.messages == e->messages);
        assert_true(sum.bytes == e->messages * COUNT * sizeof(double));
        world_close(&w);
    }
}
