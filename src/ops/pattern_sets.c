/* pattern_sets.c: sets of messages that are told in a line each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pattern_sets.h"

#include "ops/dims.h"
#include "ops/edges.h"

/* n of them to one rank and from another. */
static void fill(struct edge *e, int n, int peer, MPI_Count count)
{
    for (int i = 0; i < n; i++)
        e[i] = (struct edge){.peer = peer, .count = count, .block = i};
}

void pattern_pair(const struct op_args *a, int n, struct edges *e)
{
    edges_alloc(e, a->rank == 1 ? n : 0, a->rank == 0 ? n : 0);
    fill(e->out, e->nout, 1, a->count);
    fill(e->in, e->nin, 0, a->count);
}

void pattern_shift(const struct op_args *a, int n, struct edges *e)
{
    edges_alloc(e, n, n);
    fill(e->out, n, edges_around(a->rank, a->size, 1), a->count);
    fill(e->in, n, edges_around(a->rank, a->size, -1), a->count);
}

/* As on its way from one corner of a grid to the other. */
void pattern_sweep(const struct op_args *a, int n, struct edges *e)
{
    enum { DIMS = 2 };
    int dims[DIMS];

    (void)n;
    dims_balanced(a->size, DIMS, dims);
    edges_alloc(e, DIMS, DIMS);
    for (int d = 0; d < DIMS; d++) {
        int on[DIMS] = {d == 0, d == 1}, back[DIMS] = {-on[0], -on[1]};

        edges_set(e, d, dims_move(dims, DIMS, a->rank, on, false),
                  dims_move(dims, DIMS, a->rank, back, false), d, a->count);
    }
}

/* First to the next rank, last to the one before. */
void pattern_alltoall(const struct op_args *a, int n, struct edges *e)
{
    (void)n;
    edges_alloc(e, a->size - 1, a->size - 1);
    for (int i = 0; i < a->size - 1; i++)
        edges_set(e, i, edges_around(a->rank, a->size, i + 1),
                  edges_around(a->rank, a->size, -i - 1), i, a->count);
}
