/* source.c: what the descriptors share: where a block comes from, what is sent.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/source.h"

static struct source moved(int rank, int block)
{
    return (struct source){rank, 0, rank >= 0, block};
}

static struct source folded(int n, int block)
{
    return (struct source){0, 1, n, block};
}

struct source source_root(const struct op_args *a, int block)
{
    return moved(a->root, block);
}

struct source source_gather(const struct op_args *a, int block)
{
    (void)a;
    return moved(block, 0);
}

struct source source_scatter(const struct op_args *a, int block)
{
    (void)block;
    return moved(a->root, a->rank);
}

struct source source_alltoall(const struct op_args *a, int block)
{
    return moved(block, a->rank);
}

struct source source_neighbor(const struct op_args *a, int block)
{
    return moved(a->edges.in[block].peer, 0);
}

struct source source_edge(const struct op_args *a, int block)
{
    return op_source_edge(a, block);
}

struct source source_fold(const struct op_args *a, int block)
{
    return folded(a->size, block);
}

struct source source_fold_own(const struct op_args *a, int block)
{
    (void)block;
    return folded(a->size, a->rank);
}

struct source source_fold_upto(const struct op_args *a, int block)
{
    return folded(a->rank + 1, block);
}

struct source source_fold_below(const struct op_args *a, int block)
{
    return folded(a->rank > 0 ? a->rank : -1, block);
}

struct source source_peer(const struct op_args *a, int block)
{
    return moved(a->peer, block);
}

static struct traffic blocks(const struct op_args *a, double n, double elements)
{
    return (struct traffic){n, elements * (double)a->type_size};
}

struct traffic traffic_of_edges(const struct op_args *a)
{
    double n = 0, elements = 0;

    for (int i = 0; i < a->edges.nout; i++)
        if (a->edges.out[i].peer != MPI_PROC_NULL) {
            n++;
            elements += (double)a->edges.out[i].count;
        }
    return blocks(a, n, elements);
}

struct traffic traffic_of_one(const struct op_args *a)
{
    return blocks(a, 1, (double)a->count);
}

struct traffic traffic_of_origin(const struct op_args *a)
{
    return a->peer > a->rank ? traffic_of_one(a) : (struct traffic){0, 0};
}
