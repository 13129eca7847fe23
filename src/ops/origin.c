/* origin.c: where a received block comes from; shared by the descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/origin.h"

static struct origin moved(int rank, int block)
{
    return (struct origin){rank, 0, rank >= 0, block};
}

static struct origin folded(int n, int block)
{
    return (struct origin){0, 1, n, block};
}

struct origin origin_root(const struct op_args *a, int block)
{
    return moved(a->root, block);
}

struct origin origin_gather(const struct op_args *a, int block)
{
    (void)a;
    return moved(block, 0);
}

struct origin origin_scatter(const struct op_args *a, int block)
{
    (void)block;
    return moved(a->root, a->rank);
}

struct origin origin_alltoall(const struct op_args *a, int block)
{
    return moved(block, a->rank);
}

struct origin origin_neighbor(const struct op_args *a, int block)
{
    return moved(a->edges.in[block].peer, 0);
}

struct origin origin_edge(const struct op_args *a, int block)
{
    return op_origin_edge(a, block);
}

struct origin origin_fold(const struct op_args *a, int block)
{
    return folded(a->size, block);
}

struct origin origin_fold_own(const struct op_args *a, int block)
{
    (void)block;
    return folded(a->size, a->rank);
}

struct origin origin_fold_upto(const struct op_args *a, int block)
{
    return folded(a->rank + 1, block);
}

struct origin origin_fold_below(const struct op_args *a, int block)
{
    return folded(a->rank > 0 ? a->rank : -1, block);
}

struct origin origin_peer(const struct op_args *a, int block)
{
    return moved(a->peer, block);
}
