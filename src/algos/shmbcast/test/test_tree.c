/* test_tree.c: checks every tree of up to 70 ranks, for every root. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "../tree.h"

enum { PMAX = 70, KMAX = 8 };

/* Checks that the tree has one path from [root] to every rank. */
static void check_root(const struct sb_tree *t, int root)
{
    int parent[PMAX], p = t->size, edges = 0;

    for (int i = 0; i < PMAX; i++)
        parent[i] = -1;
    for (int rank = 0; rank < p; rank++) {
        int v = sb_tree_virtual(t, rank, root);

        assert_int_equal(sb_tree_rank(t, v, root), rank);
        for (int i = t->first[v]; i < t->first[v + 1]; i++) {
            int child = sb_tree_rank(t, t->child[i], root);

            assert_in_range(child, 0, p - 1);
            assert_int_equal(parent[child], -1); /* has no other parent */
            parent[child] = rank;
            edges++;
        }
    }
    assert_int_equal(edges, p - 1);
    assert_int_equal(parent[root], -1);
    for (int rank = 0; rank < p; rank++) {
        int depth = 0;

        for (int up = rank; up != root; up = parent[up]) {
            assert_in_range(up, 0, p - 1);
            assert_true(++depth < p); /* no cycle: the path ends at the root */
        }
    }
}

UNIT_TEST(trees_are_trees)
{
    for (int tree = 0; tree <= SHMBCAST_TREE_KNOMIAL; tree++)
        for (int p = 1; p <= PMAX; p++)
            for (int k = 1; k <= KMAX; k++) {
                struct sb_tree t;

                if (k < sb_tree_kind((enum shmbcast_tree)tree)->kmin)
                    continue;
                assert_int_equal(
                    sb_tree_init(&t, (enum shmbcast_tree)tree, k, p), 0);
                for (int root = 0; root < p; root++)
                    check_root(&t, root);
                sb_tree_fini(&t);
            }
}

UNIT_TEST(shapes_by_hand)
{
    static const struct {
        enum shmbcast_tree tree;
        int k, v;
        const char *children;
    } rows[] = {
        {SHMBCAST_TREE_FLAT, 0, 0, "1 2 3 4 5 6 7 8 9 "},
        {SHMBCAST_TREE_FLAT, 0, 3, ""},
        {SHMBCAST_TREE_CHAIN, 0, 8, "9 "},
        {SHMBCAST_TREE_KARY, 1, 4, "5 "},
        {SHMBCAST_TREE_KARY, 2, 0, "1 2 "},
        {SHMBCAST_TREE_KARY, 2, 4, "9 "},
        {SHMBCAST_TREE_KARY, 3, 1, "4 5 6 "},
        {SHMBCAST_TREE_KNOMIAL, 2, 0, "8 4 2 1 "},
        {SHMBCAST_TREE_KNOMIAL, 2, 4, "6 5 "},
        {SHMBCAST_TREE_KNOMIAL, 3, 0, "9 6 3 2 1 "},
        {SHMBCAST_TREE_KNOMIAL, 3, 3, "5 4 "},
        {SHMBCAST_TREE_KNOMIAL, 4, 4, "7 6 5 "},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[80] = "";
        struct sb_tree t;

        assert_int_equal(sb_tree_init(&t, rows[i].tree, rows[i].k, 10), 0);
        for (int c = t.first[rows[i].v]; c < t.first[rows[i].v + 1]; c++)
            sprintf(text + strlen(text), "%d ", t.child[c]);
        assert_string_equal(text, rows[i].children);
        sb_tree_fini(&t);
    }
}

/* shmbcast_tree_name() returns the name that was parsed, including K. */
UNIT_TEST(names)
{
    static const struct {
        const char *name, *same; /* NULL if there is no such tree */
        enum shmbcast_tree tree;
        int k;
    } rows[] = {
        {"flat", "flat", SHMBCAST_TREE_FLAT, 0},
        {"chain", "chain", SHMBCAST_TREE_CHAIN, 0},
        {"binary", "2-ary", SHMBCAST_TREE_KARY, 2},
        {"binomial", "2-nomial", SHMBCAST_TREE_KNOMIAL, 2},
        {"1-ary", "1-ary", SHMBCAST_TREE_KARY, 1},
        {"17-ary", "17-ary", SHMBCAST_TREE_KARY, 17},
        {"4-nomial", "4-nomial", SHMBCAST_TREE_KNOMIAL, 4},
        {"1-nomial", NULL, 0, 0},
        {"0-ary", NULL, 0, 0},
        {"-1-ary", NULL, 0, 0},
        {" 2-ary", NULL, 0, 0},
        {"2-", NULL, 0, 0},
        {"2", NULL, 0, 0},
        {"99999999999999999999-ary", NULL, 0, 0},
        {"", NULL, 0, 0},
        {"Flat", NULL, 0, 0},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct shmbcast_params p = {0};
        char text[32];

        assert_int_equal(sb_tree_parse(rows[i].name, &p.tree, &p.k),
                         rows[i].same != NULL ? 0 : -EINVAL);
        assert_int_equal(p.tree, rows[i].tree);
        assert_int_equal(p.k, rows[i].k);
        if (rows[i].same == NULL)
            continue;
        assert_int_equal(shmbcast_tree_name(&p, text, sizeof(text)),
                         strlen(rows[i].same));
        assert_string_equal(text, rows[i].same);
    }
}
