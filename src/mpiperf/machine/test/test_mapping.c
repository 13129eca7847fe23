/* test_mapping.c: what the dealing of ranks to nodes is called. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "mpiperf/machine/placement.h"

enum { MOST = 8 };

/* Nodes as digits, one a rank. */
static int ranks_of(const char *nodes, struct rank_info *ranks)
{
    int n = (int)strlen(nodes);

    for (int i = 0; i < n; i++)
        ranks[i].node = nodes[i] - '0';
    return n;
}

static void mappings_have_names(void **state)
{
    static const struct {
        const char *nodes;
        int nnodes;
        const char *expected;
    } rows[] = {
        {"0", 1, "block"},         {"0000", 1, "block"},
        {"01", 2, "block"},        {"0011", 2, "block"},
        {"000122", 3, "block"},    {"0101", 2, "cyclic"},
        {"012012", 3, "cyclic"},   {"010", 2, "cyclic"},
        {"01020", 3, "irregular"}, {"012020", 3, "cyclic"},
        {"0110", 2, "irregular"},  {"0010", 2, "irregular"},
        {"00110", 2, "irregular"}, {"0012", 3, "block"},
    };
    struct rank_info ranks[MOST];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        int n = ranks_of(rows[i].nodes, ranks);

        assert_string_equal(mapping_name(ranks, n, rows[i].nnodes),
                            rows[i].expected);
    }
}

static void ranks_of_a_node_are_counted(void **state)
{
    struct rank_info ranks[MOST];
    int n = ranks_of("0120200", ranks);

    (void)state;
    assert_int_equal(mapping_count(ranks, n, 0), 4);
    assert_int_equal(mapping_count(ranks, n, 1), 1);
    assert_int_equal(mapping_count(ranks, n, 2), 2);
    assert_int_equal(mapping_count(ranks, n, 3), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mappings_have_names),
        cmocka_unit_test(ranks_of_a_node_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
