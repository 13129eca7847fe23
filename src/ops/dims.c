/* dims.c: ranks on a grid. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/dims.h"

#include <mpi.h>

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
