/* types.c: makes the types of blocks, for calls that take one type per
 * block. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Types in a call differ by pair of ranks, as MPI allows, so that a library
 * which uses one rank's type for another rank moves wrong data. A block between
 * an even and an odd rank is one element of a contiguous type. Other blocks
 * consist of elements of the case's type.
 */
#include <limits.h>
#include "ops/layout.h"

/* Returns the rank at a block's other end, or MPI_PROC_NULL. */
static int peer_of(const struct op_args *a, enum extent extent, bool sends,
                   int block)
{
    const struct edge *edges = sends ? a->edges.out : a->edges.in;

    return extent == EXT_EDGES ? edges[block].peer : block;
}

static int side_open(struct side *s, const struct op_args *a,
                     enum extent extent, bool sends)
{
    int rc = MPI_SUCCESS;

    for (int i = 0; i < s->n && rc == MPI_SUCCESS; i++) {
        int peer = peer_of(a, extent, sends, i);
        MPI_Datatype whole;

        if (peer < 0 || (a->rank + peer) % 2 == 0 || s->counts[i] == 0 ||
            s->counts[i] > INT_MAX)
            continue;
        rc = MPI_Type_contiguous((int)s->counts[i], a->type, &whole);
        if (rc != MPI_SUCCESS)
            break;
        s->types[i] = whole;
        s->times[i] = 1;
        if (s->itimes != NULL)
            s->itimes[i] = 1;
        rc = MPI_Type_commit(&s->types[i]);
    }
    return rc;
}

int types_open(struct op_args *a, const struct op *op)
{
    int rc;

    if (!(op->flags & OP_PEER_TYPES))
        return MPI_SUCCESS;
    rc = side_open(&a->send, a, op->send.extent, true);
    return rc != MPI_SUCCESS ? rc
                             : side_open(&a->recv, a, op->recv.extent, false);
}

static void side_close(struct side *s, MPI_Datatype type)
{
    for (int i = 0; i < s->n; i++)
        if (s->types[i] != type)
            MPI_Type_free(&s->types[i]);
}

void types_close(struct op_args *a)
{
    side_close(&a->send, a->type);
    side_close(&a->recv, a->type);
}
