/* test_placement.c: sets of CPUs, and how ranks are mapped to nodes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <sched.h>
#include "lib/test/unit.h"
#include "machine/placement.h"

UNIT_TEST(long_lists_end_in_dots)
{
    static const struct {
        size_t size;
        const char *expected;
    } rows[] = {
        {64, "0,2,4,6,10-12"}, {14, "0,2,4,6,10-12"}, {13, "0,2,4,6..."},
        {11, "0,2,4,6..."},    {10, "0,2,4..."},      {9, "0,2,4..."},
        {8, "0,2..."},         {5, "0..."},           {4, "..."},
    };
    hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
    char text[65];

    hwloc_bitmap_list_sscanf(cpus, "0,2,4,6,10-12");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        memset(text, 'x', sizeof(text));
        cpus_format(cpus, text, rows[i].size);
        assert_string_equal(text, rows[i].expected);
        assert_int_equal(text[rows[i].size], 'x');
    }
    hwloc_bitmap_free(cpus);
}

UNIT_TEST(own_mask_has_a_cpu)
{
    hwloc_bitmap_t cpus = cpus_get();

    assert_true(hwloc_bitmap_weight(cpus) >= 1);
    assert_true(hwloc_bitmap_isset(cpus, (unsigned)sched_getcpu()));
    hwloc_bitmap_free(cpus);
}

/* The CPU lists of a node's ranks, separated by blanks. */
UNIT_TEST(oversubscription_and_collisions)
{
    static const struct {
        const char *ranks;
        int oversubscribed, collide;
    } rows[] = {
        {"0", 0, 0},
        {"0 1", 0, 0},
        {"0-1 0-1", 0, 0},
        {"0-1 0-1 0-1", 1, 0},
        {"0 0", 1, 1},
        {"0 0 1-7", 1, 1},
        {"0-1 0 2-7 1", 1, 0}, /* three ranks on two CPUs */
        {"0-1 0 2-7", 0, 0},
        {"0-3 0-3 4-7 4-7", 0, 0},
        {"0-1 0-1 0-1 2-7", 1, 0},
        {"0-1 1-2 0-2 2", 1, 0}, /* only the union is too small */
        {"100 200 300 100", 1, 1},
    };

    for (size_t i = 0; i < LENGTH(rows); i++) {
        hwloc_bitmap_t sets[8];
        char *text = strdup(rows[i].ranks), *rest = text, *list;
        int n = 0;

        while ((list = strsep(&rest, " ")) != NULL)
            hwloc_bitmap_list_sscanf(sets[n++] = hwloc_bitmap_alloc(), list);
        assert_int_equal(cpus_oversubscribed(sets, n), rows[i].oversubscribed);
        assert_int_equal(cpus_collide(sets, n), rows[i].collide);
        while (n-- > 0)
            hwloc_bitmap_free(sets[n]);
        free(text);
    }
}

/* A machine with two cores of two CPUs each. */
UNIT_TEST(cpus_have_cores)
{
    static const struct {
        const char *cpus, *cores;
    } rows[] = {{"0", "0"},     {"1", "0"},     {"2", "2"}, {"0-1", "0"},
                {"1-2", "0,2"}, {"0-3", "0,2"}, {"", ""},   {"3,9", "2,9"}};
    hwloc_topology_t t;
    char text[64];

    hwloc_topology_init(&t);
    hwloc_topology_set_synthetic(t, "core:2 pu:2");
    hwloc_topology_load(t);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        hwloc_bitmap_t cpus = hwloc_bitmap_alloc(), cores;

        hwloc_bitmap_list_sscanf(cpus, rows[i].cpus);
        cores = cpus_cores(cpus, t);
        cpus_format(cores, text, sizeof(text));
        assert_string_equal(text, rows[i].cores);
        assert_int_equal(cpus_kind(cpus, t), -1);
        hwloc_bitmap_free(cpus);
        hwloc_bitmap_free(cores);
    }
    hwloc_topology_destroy(t);
}

enum { MOST = 8 };

/* nodes: the node of each rank, as digits. */
static int ranks_of(const char *nodes, struct rank_info *ranks)
{
    int n = (int)strlen(nodes);

    for (int i = 0; i < n; i++)
        ranks[i].node = nodes[i] - '0';
    return n;
}

UNIT_TEST(mappings_have_names)
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

    for (size_t i = 0; i < LENGTH(rows); i++) {
        int n = ranks_of(rows[i].nodes, ranks);

        assert_string_equal(mapping_name(ranks, n, rows[i].nnodes),
                            rows[i].expected);
    }
}
