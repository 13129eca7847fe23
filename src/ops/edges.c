/* edges.c: the messages of a rank, and ranks on a grid. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/edges.h"

#include <mpi.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

void edges_alloc(struct edges *e, int nin, int nout)
{
    *e = (struct edges){.nin = nin, .nout = nout};
    e->in = xcalloc((size_t)nin + 1, sizeof(*e->in));
    e->out = xcalloc((size_t)nout + 1, sizeof(*e->out));
}

void edges_free(struct edges *e)
{
    free(e->in);
    free(e->out);
    free(e->node);
    *e = (struct edges){0};
}

void edges_set(struct edges *e, int i, int to, int from, int block,
               MPI_Count count)
{
    e->out[i] = (struct edge){.peer = to, .tag = i, .count = count};
    e->in[i] = (struct edge){
        .peer = from, .tag = block, .count = count, .block = block};
}

void edges_fill(struct edge *e, int n, int peer, MPI_Count count)
{
    for (int i = 0; i < n; i++)
        e[i] = (struct edge){.peer = peer, .count = count, .block = i};
}

/* ---- grids -------------------------------------------------------------- */

static void square(int size, int *dims)
{
    dims[1] = 1;
    for (int d = 2; d <= size / d; d++)
        if (size % d == 0)
            dims[1] = d;
    dims[0] = size / dims[1];
}

/* The one with the smallest sum: of two with the same product it is rounder. */
static void cube(int size, int *dims)
{
    dims[0] = size;
    dims[1] = dims[2] = 1;
    for (int d = 1; d <= size / d / d; d++) {
        int rest[2];

        if (size % d != 0)
            continue;
        square(size / d, rest);
        if (rest[1] < d || rest[0] + rest[1] + d > dims[0] + dims[1] + dims[2])
            continue;
        dims[0] = rest[0];
        dims[1] = rest[1];
        dims[2] = d;
    }
}

void dims_balanced(int size, int n, int *dims)
{
    if (n == 2)
        square(size, dims);
    else
        cube(size, dims);
}

int dims_move(const int *dims, int n, int rank, const int *step, bool periodic)
{
    int moved = 0, stride = 1;

    for (int d = n - 1; d >= 0; stride *= dims[d--]) {
        int to = rank / stride % dims[d] + step[d];

        if (!periodic && (to < 0 || to >= dims[d]))
            return MPI_PROC_NULL;
        moved += (to + dims[d]) % dims[d] * stride;
    }
    return moved;
}
