/* test_nodes.c: nodes are numbered in the order of their lowest ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "mpi/nodes.h"

enum { SIZE = 6 };

UNIT_TEST(test_number)
{
    static const struct {
        int size, lowest[SIZE], nodes, node[SIZE];
    } cases[] = {
        {1, {0}, 1, {0}},
        {4, {0, 0, 0, 0}, 1, {0, 0, 0, 0}},
        {6, {0, 1, 2, 0, 1, 2}, 3, {0, 1, 2, 0, 1, 2}},
        {6, {0, 0, 2, 2, 4, 4}, 3, {0, 0, 1, 1, 2, 2}},
        {6, {0, 1, 1, 0, 4, 1}, 3, {0, 1, 1, 0, 2, 1}},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        int node[SIZE];

        memcpy(node, cases[i].lowest, sizeof(node));
        assert_int_equal(nodes_number(node, cases[i].size), cases[i].nodes);
        assert_memory_equal(node, cases[i].node,
                            (size_t)cases[i].size * sizeof(int));
    }
}
