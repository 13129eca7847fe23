/* test_p2p.c: how many messages are counted, and whose go round the ring. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "ops/registry.h"

static const struct expected {
    const char *op;
    int size, npairs, param;
    double repeats, messages;
} table[] = {
    {"send", 2, 1, 1, 1, 1},
    {"issend", 6, 3, 1, 1, 3},
    {"bsend_init", 5, 2, 1, 1, 2},
    {"psend_init", 2, 1, 8, 1, 8},
    {"psend_init", 6, 3, 5, 1, 15},
    /* a round trip is two messages, and its half is what is told */
    {"pingpong", 2, 1, 1, 2, 1},
    {"pingpong", 2, 1, 100, 200, 1},
    {"pingpong", 8, 4, 3, 6, 4},
    {"pingping", 2, 1, 1, 1, 2},
    {"pingping", 7, 3, 1, 1, 6},
    {"sendrecv", 1, 0, 1, 1, 1},
    {"sendrecv_replace", 5, 0, 1, 1, 5},
    {"isendrecv", 3, 0, 1, 1, 3},
    {"exchange", 2, 0, 1, 1, 4},
    {"exchange", 5, 0, 1, 1, 10},
    /* the word that a window has arrived is none of the messages */
    {"bandwidth", 2, 1, 64, 1, 64},
    {"bandwidth", 8, 4, 10, 1, 40},
    {"bibandwidth", 2, 1, 64, 1, 128},
    {"bibandwidth", 6, 3, 2, 1, 12},
};

static void test_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct expected *e = &table[i];
        const struct op *op = op_find(e->op);
        struct op_args a = {
            .size = e->size,
            .npairs = e->npairs,
            .param = e->param,
        };

        assert_non_null(op);
        assert_true((op->repeats != NULL ? op->repeats(&a) : 1) == e->repeats);
        assert_true(op->messages(&a) == e->messages);
    }
}

/* Block 0 comes from the left, block 1 from the right: also when that is the
 * same rank, or this one. */
static void test_ring(void **state)
{
    (void)state;
    for (int size = 1; size <= 5; size++)
        for (int rank = 0; rank < size; rank++) {
            const struct op *op = op_find("exchange");
            struct op_args a = {.size = size, .rank = rank};
            struct origin left = op->origin(&a, 0), right = op->origin(&a, 1);

            assert_int_equal((left.first + 1) % size, rank);
            assert_int_equal(left.block, 0);
            assert_int_equal((rank + 1) % size, right.first);
            assert_int_equal(right.block, 1);
            assert_int_equal(left.n, 1);
            assert_int_equal(right.n, 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_ring),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
