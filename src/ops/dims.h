/* dims.h: ranks on a grid. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DIMS_H
#define OPS_DIMS_H

#include <stdbool.h>

enum { DIMS_MOST = 3 };

/* As MPI_Dims_create() has them, which needs MPI to be initialized: n of them,
 * 2 or 3, as close to each other as can be, the longest one first. */
void dims_balanced(int size, int n, int *dims);

/* The rank so many steps further on in each of the n dimensions, fewer than the
 * dimension has ranks, or one; MPI_PROC_NULL: there is none. Ranks are numbered
 * in row-major order (MPI-4, 8.4). */
int dims_move(const int *dims, int n, int rank, const int *step, bool periodic);

#endif /* OPS_DIMS_H */
