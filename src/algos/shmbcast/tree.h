/* tree.h: notification trees over p ranks, for every possible root. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_TREE_H
#define SHMBCAST_TREE_H

#include "shmbcast.h"

/*
 * One kind of tree. Trees are built on virtual ranks: rank r is virtual rank (r
 * - root) mod p, so the root is always 0 and one tree serves all roots.
 */
struct sb_tree_kind {
    const char *suffix;          /* suffix of the tree's name: "-ary" or
                                  * "-nomial" */
    int kmin;                    /* smallest valid k, or 0 if k is fixed */
    int k;                       /* the fixed k if kmin is 0 */
    int (*parent)(int v, int k); /* returns the parent of virtual rank v > 0 */
    int far_first;               /* 1: notify the child with the largest subtree
                                  * first */
};

const struct sb_tree_kind *sb_tree_kind(enum shmbcast_tree tree);

/* Returns the parent of virtual rank [v] > 0. */
int sb_tree_parent(enum shmbcast_tree tree, int k, int v);

/* Returns k, or 0 if this kind of tree has no k. */
static inline int sb_tree_arity(enum shmbcast_tree tree, int k)
{
    const struct sb_tree_kind *kind = sb_tree_kind(tree);

    return kind != NULL && kind->kmin > 0 ? k : 0;
}

/* Parses a name such as "flat" or "3-ary" to kind and k. Returns 0 or
 * -EINVAL. */
int sb_tree_parse(const char *name, enum shmbcast_tree *tree, int *k);

/*
 * A tree in 2p + 1 integers: the children of v are child[first[v]] up to, but
 * not including, child[first[v + 1]]. With v = (rank - root) mod p this gives
 * the children for every possible root in O(p) memory and O(1) time.
 */
struct sb_tree {
    int size;
    int *first;
    int *child;
};

/* Builds a tree, which sb_tree_fini() frees. Returns 0 or -ENOMEM. */
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
