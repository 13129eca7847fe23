/* traffic.c: what a rank sends in one launch; shared by the descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/traffic.h"

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
