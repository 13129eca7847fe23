/* source.c: what the descriptors share: where a block comes from, what is sent.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/source.h"

/* The source of `block`, and how many ranks' data it is made of. */
#define SOURCE(name, first, step, n, from)                                     \
    struct source source_##name(const struct op_args *a, int block)            \
    {                                                                          \
        (void)a, (void)block;                                                  \
        return (struct source){first, step, n, from};                          \
    }
#define EDGE a->edges.in[block]

SOURCE(root, a->root, 0, 1, block)
SOURCE(gather, block, 0, 1, 0)
SOURCE(scatter, a->root, 0, 1, a->rank)
SOURCE(alltoall, block, 0, 1, a->rank)
SOURCE(neighbor, EDGE.peer, 0, EDGE.peer >= 0, 0)
SOURCE(edge, EDGE.peer, 0, EDGE.peer >= 0, EDGE.block)
SOURCE(peer, a->peer, 0, a->peer >= 0, block)
SOURCE(fold, 0, 1, a->size, block)
SOURCE(fold_own, 0, 1, a->size, a->rank)
SOURCE(fold_upto, 0, 1, a->rank + 1, block)
SOURCE(fold_below, 0, 1, a->rank > 0 ? a->rank : -1, block)

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
