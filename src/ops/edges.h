/* edges.h: the messages of a rank, and ranks on a grid. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_EDGES_H
#define OPS_EDGES_H

#include <stdbool.h>
#include "ops/op.h"

/* So many each way; no nodes. */
void edges_alloc(struct edges *e, int nin, int nout);
void edges_free(struct edges *e);

/* What is sent along edge i, with that tag, goes to one rank; what comes in
 * along edge i from another is that one's edge `block`. */
void edges_set(struct edges *e, int i, int to, int from, int block,
               MPI_Count count);

/* n messages to one rank, or from it: block i is that one's block i. */
void edges_fill(struct edge *e, int n, int peer, MPI_Count count);

/* The rank `step` further on, round from the last one to the first. |step| is
 * at most size. */
static inline int edges_around(int rank, int size, int step)
{
    return (int)(((long)rank + step + size) % size);
}

enum { DIMS_MOST = 3 };

/* As MPI_Dims_create() has them, which needs MPI to be initialized: n of them,
 * 2 or 3, as close to each other as can be, the longest one first. */
void dims_balanced(int size, int n, int *dims);

/* The rank so many steps further on in each of the n dimensions, fewer than the
 * dimension has ranks, or one; MPI_PROC_NULL: there is none. Ranks are numbered
 * in row-major order (MPI-4, 8.4). */
int dims_move(const int *dims, int n, int rank, const int *step, bool periodic);

#endif /* OPS_EDGES_H */
