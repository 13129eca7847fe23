/* tree.h: notification trees over p ranks, for every possible root. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TREE_H
#define SHMBCAST_TREE_H

#include "shmbcast.h"

/*
 * One tree kind. Trees are built on virtual ranks: rank r is virtual rank
 * (r - root) mod p, so the root is always 0 and one tree serves all roots.
 */
struct sb_tree_kind {
    const char *suffix;          /* "-ary": the name is K and this */
    int kmin;                    /* smallest sensible k; 0: k is ignored, */
    int k;                       /* and this holds */
    int (*parent)(int v, int k); /* of virtual rank v > 0 */
    int far_first;               /* tell the child with most below it first */
};

const struct sb_tree_kind *sb_tree_kind(enum shmbcast_tree tree);

/* The parent of virtual rank [v] > 0. */
int sb_tree_parent(enum shmbcast_tree tree, int k, int v);

/* k, or 0 where the tree has none. */
static inline int sb_tree_arity(enum shmbcast_tree tree, int k)
{
    const struct sb_tree_kind *kind = sb_tree_kind(tree);

    return kind != NULL && kind->kmin > 0 ? k : 0;
}

/* A name such as "flat" or "3-ary" to kind and k: 0 or -EINVAL. */
int sb_tree_parse(const char *name, enum shmbcast_tree *tree, int *k);

/*
 * The tree in 2p + 1 integers: children of v are child[first[v]] up to, but
 * not including, child[first[v + 1]]. With v = (rank - root) mod p this is the
 * list of every possible root, in O(p) memory and found in O(1).
 */
struct sb_tree {
    int size;
    int *first;
    int *child;
};

/* 0 or -ENOMEM. Freed by sb_tree_fini(). */
int sb_tree_init(struct sb_tree *t, enum shmbcast_tree tree, int k, int size);
void sb_tree_fini(struct sb_tree *t);

static inline int sb_tree_virtual(const struct sb_tree *t, int rank, int root)
{
    return rank >= root ? rank - root : rank - root + t->size;
}

static inline int sb_tree_rank(const struct sb_tree *t, int v, int root)
{
    return v < t->size - root ? v + root : v - (t->size - root);
}

#endif /* SHMBCAST_TREE_H */
