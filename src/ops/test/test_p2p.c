/* test_p2p.c: how many messages are counted, and whose go round the ring. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "ops/edges.h"
#include "ops/setup.h"
#include "ops/registry.h"
#include "ops/pattern.h"

/* Of all ranks, in pairs of neighbors, or round the ring; `n` is the
 * operation's own number, if it has one. */
static const struct expected {
    const char *op;
    int size;
    const char *n;
    double repeats, messages;
} table[] = {
    {"send", 2, NULL, 1, 1},
    {"issend", 6, NULL, 1, 3},
    {"bsend_init", 5, NULL, 1, 2},
    {"psend_init", 2, "8", 1, 8},
    {"psend_init", 6, "5", 1, 15},
    /* a round trip is two messages, and its half is what is told */
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
    /* the word that a window has arrived is none of the messages */
    {"bandwidth", 2, "64", 1, 64},
    {"bandwidth", 8, "10", 1, 40},
    {"bibandwidth", 2, "64", 1, 128},
    {"bibandwidth", 6, "2", 1, 12},
    {"put_fence", 4, NULL, 1, 2},
};

static void *params_of(const struct op *op, const char *n)
{
    struct params given = {0};
    char *cause = NULL;
    void *values;

    params_add(&given, PARAM_NO_OWNER, "pairs", "neighbors");
    for (const struct param *p = n != NULL ? op->params->rows : NULL;
         p != NULL && p->name != NULL; p++)
        if (p->type == PARAM_INTEGER)
            params_add(&given, op->params->owner, p->name, n);
    values = params_values(op->params, &given, &cause);
    assert_null(cause);
    params_free(&given);
    return values;
}

enum { COUNT = 10, TYPE_SIZE = 8 };

static void test_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *e = &table[i];
        const struct op *op = op_find(e->op);
        void *params = params_of(op, e->n);
        struct traffic sum = {0, 0};

        for (int rank = 0; rank < e->size; rank++) {
            struct op_args a = {
                .rank = rank,
                .size = e->size,
                .count = COUNT,
                .type_size = TYPE_SIZE,
                .params = params,
            };
            struct traffic t;
            char *cause = NULL;

            assert_int_equal(setup_edges(op, &a, &cause), MPI_SUCCESS);
            assert_true((op->repeats != NULL ? op->repeats(&a) : 1) ==
                        e->repeats);
            t = op->traffic(&a);
            sum.messages += t.messages;
            sum.bytes += t.bytes;
            edges_free(&a.edges);
        }
        assert_true(sum.messages == e->messages);
        assert_true(sum.bytes == e->messages * COUNT * TYPE_SIZE);
        free(params);
    }
}

/* Block 0 comes from the left, block 1 from the right: also when that is the
 * same rank, or this one. */
static void test_ring(void **state)
{
    (void)state;
    for (int size = 1; size <= 5; size++)
        for (int rank = 0; rank < size; rank++) {
            struct op_args a = {.size = size, .rank = rank};
            struct source left, right;

            pattern_ring(&a, 0, &a.edges);
            left = op_find("exchange")->source(&a, 0);
            right = op_find("exchange")->source(&a, 1);
            assert_int_equal((left.first + 1) % size, rank);
            assert_int_equal(left.block, 0);
            assert_int_equal((rank + 1) % size, right.first);
            assert_int_equal(right.block, 1);
            assert_int_equal(left.n, 1);
            assert_int_equal(right.n, 1);
            edges_free(&a.edges);
        }
}

UNIT_GROUP(p2p)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_ring),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
