/* pattern_halo.c: what grids of cells exchange with all around them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "ops/dims.h"
#include "ops/edges.h"
#include "ops/pattern_sets.h"

/* Of the messages of n dimensions, 3^n - 1. */
enum { AROUND_2D = 8, AROUND_3D = 26 };

/* Direction i: from all one back to all one further on, without the place
 * itself. The opposite one is as far from the other end. */
static void direction(int i, int around, int n, int *step)
{
    int at = i + (i >= around / 2);

    for (int d = n - 1; d >= 0; d--, at /= 3)
        step[d] = at % 3 - 1;
}

static int moves(const int *step, int n)
{
    int m = 0;

    for (int d = 0; d < n; d++)
        m += step[d] != 0;
    return m;
}

/* counts[k]: elements where k dimensions differ. A field after the other, as
 * codes do; the tag is the direction. */
static void halo(const struct op_args *a, int n, int around, int fields,
                 const MPI_Count *counts, struct edges *e)
{
    int dims[DIMS_MOST], step[DIMS_MOST];

    dims_balanced(a->size, n, dims);
    edges_alloc(e, fields * around, fields * around);
    for (int i = 0; i < fields * around; i++) {
        int there = i % around, back = around - 1 - there, peer;
        MPI_Count count;

        direction(there, around, n, step);
        peer = dims_move(dims, n, a->rank, step, true);
        count = counts[moves(step, n)];
        e->out[i] = (struct edge){.peer = peer, .tag = there, .count = count};
        e->in[i] = (struct edge){.peer = peer,
                                 .tag = back,
                                 .count = count,
                                 .block = i - there + back};
    }
}

static MPI_Count fewer(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

/* Elements of an edge whose face is a->count of them: as many cells of 8 bytes
 * as one side of it, if it is square. */
static MPI_Count edge_count(const struct op_args *a)
{
    double cell = 8, size = (double)a->type_size;
    MPI_Count n =
        (MPI_Count)(cell * sqrt((double)a->count * size / cell) / size);

    return fewer(n > 0 ? n : 1, a->count);
}

void pattern_halo2d(const struct op_args *a, int n, struct edges *e)
{
    const MPI_Count counts[] = {0, a->count, fewer(1, a->count)};

    halo(a, 2, AROUND_2D, n, counts, e);
}

void pattern_halo3d(const struct op_args *a, int n, struct edges *e)
{
    const MPI_Count counts[] = {0, a->count, edge_count(a), fewer(1, a->count)};

    halo(a, 3, AROUND_3D, n, counts, e);
}
