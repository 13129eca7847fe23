/* candidates.c: which parameters are tried on a machine. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Those that the paper found good somewhere, and their neighbours: fragments of
 * 8 to 12 KiB, 32 to 64 buffers, one set or two, binary trees and chains. The
 * first of each is the default.
 */
#include "tune.h"

#include "page.h"
#include "tree.h"

static const struct {
    enum shmbcast_tree tree;
    int k;
} trees[] = {
    {SHMBCAST_TREE_KARY, 2},    {SHMBCAST_TREE_FLAT, 0},
    {SHMBCAST_TREE_CHAIN, 0},   {SHMBCAST_TREE_KARY, 4},
    {SHMBCAST_TREE_KNOMIAL, 2}, {SHMBCAST_TREE_KNOMIAL, 4},
};
static const size_t fragments[] = {8192, 4096, 12288, 16384, 32768, 65536};
static const int lengths[] = {64, 8, 16, 32, 128};
static const int sets[] = {2, 1};

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

_Static_assert(LENGTH(lengths) * LENGTH(sets) == SB_CANDIDATES, "room for all");
_Static_assert(LENGTH(trees) + LENGTH(fragments) + SB_CANDIDATES ==
                   SHMBCAST_TRIALS,
               "room for all");

/* A number of buffers, a bit more where q does not divide it. */
static int length_for(int length, int q)
{
    long long n = q > 0 ? ((long long)length + q - 1) / q * q : length;

    return n <= SHMBCAST_S_MAX ? (int)n : length;
}

void shmbcast_params_first(struct shmbcast_params *p)
{
    if (p->f == SHMBCAST_F_TUNED)
        p->f = sb_whole_pages(fragments[0]);
    if (p->q == SHMBCAST_Q_TUNED)
        p->q = p->s > 0 && p->s % sets[0] != 0 ? 1 : sets[0];
    if (p->s == SHMBCAST_S_TUNED)
        p->s = length_for(lengths[0], p->q);
    if (p->tree == SHMBCAST_TREE_TUNED) {
        p->tree = trees[0].tree;
        p->k = trees[0].k;
    }
}

/* Have [nranks] ranks the same parents in both? */
static bool same_tree(const struct shmbcast_params *a,
                      const struct shmbcast_params *b, int nranks)
{
    const struct sb_tree_kind *x = sb_tree_kind(a->tree);
    const struct sb_tree_kind *y = sb_tree_kind(b->tree);

    for (int v = 1; v < nranks; v++)
        if (x->parent(v, a->k) != y->parent(v, b->k))
            return false;
    return true;
}

static bool same(const struct shmbcast_params *a,
                 const struct shmbcast_params *b, int nranks)
{
    if (a->f != b->f || a->s != b->s || a->q != b->q)
        return false;
    return (a->tree == b->tree && a->k == b->k) || same_tree(a, b, nranks);
}

/* One more, unless it is there already. Returns how many. */
static int add(struct shmbcast_params *list, int n, int nranks,
               const struct shmbcast_params *p)
{
    for (int i = 0; i < n; i++)
        if (same(&list[i], p, nranks))
            return n;
    list[n] = *p;
    return n + 1;
}

static int add_trees(struct shmbcast_params *list, int n, int nranks)
{
    struct shmbcast_params p = list[0];

    for (size_t i = 0; i < LENGTH(trees); i++) {
        p.tree = trees[i].tree;
        p.k = trees[i].k;
        n = add(list, n, nranks, &p);
    }
    return n;
}

static int add_fragments(struct shmbcast_params *list, int n, int nranks)
{
    struct shmbcast_params p = list[0];

    for (size_t i = 0; i < LENGTH(fragments); i++) {
        p.f = sb_whole_pages(fragments[i]);
        n = add(list, n, nranks, &p);
    }
    return n;
}

/* Lengths and numbers of sets, but for what is given. */
static int add_queues(struct shmbcast_params *list, int n, int nranks,
                      const struct shmbcast_params *given)
{
    bool any_s = given->s == SHMBCAST_S_TUNED;
    bool any_q = given->q == SHMBCAST_Q_TUNED;

    for (size_t i = 0; i < (any_s ? LENGTH(lengths) : 1); i++)
        for (size_t j = 0; j < (any_q ? LENGTH(sets) : 1); j++) {
            struct shmbcast_params p = list[0];

            p.q = any_q ? sets[j] : given->q;
            p.s = any_s ? length_for(lengths[i], p.q) : given->s;
            if (p.q > 0 && p.s % p.q == 0)
                n = add(list, n, nranks, &p);
        }
    return n;
}

int sb_candidates(const struct shmbcast_params *given,
                  const struct shmbcast_params *best, enum sb_search stage,
                  int nranks, struct shmbcast_params list[SB_CANDIDATES])
{
    int n = 1;

    list[0] = *best;
    if (stage == SB_STAGE_TREE && given->tree == SHMBCAST_TREE_TUNED)
        n = add_trees(list, n, nranks);
    if (stage == SB_STAGE_F && given->f == SHMBCAST_F_TUNED)
        n = add_fragments(list, n, nranks);
    if (stage == SB_STAGE_QUEUE &&
        (given->s == SHMBCAST_S_TUNED || given->q == SHMBCAST_Q_TUNED))
        n = add_queues(list, n, nranks, given);
    return n;
}
