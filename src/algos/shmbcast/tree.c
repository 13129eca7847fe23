/* tree.c: k-ary trees, including flat and chain, and k-nomial trees. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Section 4.2: the trees along which ranks notify each other of a fragment. A
 * function gives the parent of each virtual rank; the lists of children are
 * computed from it, in O(p) memory for all roots. Cost of a notification:
 * (depth of the tree + children of a rank) times the latency of a cache line.
 */
#include "tree.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int kary_parent(int v, int k)
{
    return (v - 1) / k;
}

/* Returns v with its lowest nonzero digit in base k set to 0. */
static int knomial_parent(int v, int k)
{
    int unit = 1;

    while (v / unit % k == 0)
        unit *= k;
    return v - v / unit % k * unit;
}

static const struct sb_tree_kind kinds[] = {
    [SHMBCAST_TREE_FLAT] = {.k = INT_MAX, .parent = kary_parent},
    [SHMBCAST_TREE_CHAIN] = {.k = 1, .parent = kary_parent},
    [SHMBCAST_TREE_KARY] =
        {
            .suffix = "-ary",
            .kmin = 1,
            .parent = kary_parent,
        },
    [SHMBCAST_TREE_KNOMIAL] =
        {
            .suffix = "-nomial",
            .kmin = 2,
            .parent = knomial_parent,
            .far_first = 1,
        },
};

enum { NKINDS = sizeof(kinds) / sizeof(kinds[0]) };

int sb_tree_parent(enum shmbcast_tree tree, int k, int v)
{
    return kinds[tree].parent(v, kinds[tree].k > 0 ? kinds[tree].k : k);
}

const struct sb_tree_kind *sb_tree_kind(enum shmbcast_tree tree)
{
    return (unsigned)tree < NKINDS ? &kinds[tree] : NULL;
}

static const struct {
    const char *name;
    enum shmbcast_tree tree;
    int k;
} named[] = {
    {"flat", SHMBCAST_TREE_FLAT, 0},
    {"chain", SHMBCAST_TREE_CHAIN, 0},
    {"binary", SHMBCAST_TREE_KARY, 2},
    {"binomial", SHMBCAST_TREE_KNOMIAL, 2},
};

const struct shmbcast_choice *shmbcast_tree_table(void)
{
    static const struct shmbcast_choice table[] = {
        {"flat", "the root notifies every rank"},
        {"chain", "every rank notifies the next"},
        {"binary", "complete binary tree, 2-ary"},
        {"binomial", "binomial tree, 2-nomial"},
        {"K-ary", "complete tree of K children, such as 3-ary"},
        {"K-nomial", "tree by the digits of ranks in base K, such as 4-nomial"},
        {NULL, NULL},
    };
    return table;
}

int sb_tree_parse(const char *name, enum shmbcast_tree *tree, int *k)
{
    char *end;
    long n;

    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]); i++)
        if (strcmp(name, named[i].name) == 0) {
            *tree = named[i].tree;
            *k = named[i].k;
            return 0;
        }
    if (name[0] < '0' || name[0] > '9')
        return -EINVAL;
    n = strtol(name, &end, 10);
    for (int i = 0; i < NKINDS; i++)
        if (kinds[i].suffix != NULL && strcmp(end, kinds[i].suffix) == 0 &&
            n >= kinds[i].kmin && n <= INT_MAX) {
            *tree = (enum shmbcast_tree)i;
            *k = (int)n;
            return 0;
        }
    return -EINVAL;
}

/* Fills the lists of children: a counting sort of the ranks by parent. */
static void tree_fill(struct sb_tree *t, enum shmbcast_tree tree, int k)
{
    int size = t->size;

    memset(t->first, 0, sizeof(int) * ((size_t)size + 1));
    for (int v = 1; v < size; v++)
        t->first[sb_tree_parent(tree, k, v) + 1]++;
    for (int v = 0; v < size; v++)
        t->first[v + 1] += t->first[v];
    /* the loop advances first[v] from the start to the end of v's list */
    for (int i = 1; i < size; i++) {
        int v = kinds[tree].far_first ? size - i : i;

        t->child[t->first[sb_tree_parent(tree, k, v)]++] = v;
    }
    /* the end of v's list is the start of the list of v + 1 */
    for (int v = size; v > 0; v--)
        t->first[v] = t->first[v - 1];
    t->first[0] = 0;
}

int sb_tree_init(struct sb_tree *t, enum shmbcast_tree tree, int k, int size)
{
    t->size = size;
    t->first = malloc(sizeof(int) * ((size_t)size + 1));
    t->child = malloc(sizeof(int) * (size_t)size);
    if (t->first == NULL || t->child == NULL) {
        sb_tree_fini(t);
        return -ENOMEM;
    }
    tree_fill(t, tree, k);
    return 0;
}

void sb_tree_fini(struct sb_tree *t)
{
    free(t->first);
    free(t->child);
    t->first = NULL;
    t->child = NULL;
}
