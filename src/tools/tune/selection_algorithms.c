/* selection_algorithms.c: algorithms that MPICH's selection can contain. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/selection.h"

#include <string.h>

/* Those without parameters. */
static const struct algorithm {
    const char *coll, *name;
    bool counts;
} algorithms[] = {
    {"allgather", "brucks", false},
    {"allgather", "recursive_doubling", false},
    {"allgather", "ring", false},
    {"allreduce", "recursive_doubling", false},
    {"allreduce", "reduce_scatter_allgather", true},
    {"alltoall", "brucks", false},
    {"alltoall", "pairwise", false},
    {"alltoall", "scattered", false},
    {"bcast", "binomial", false},
    {"bcast", "scatter_recursive_doubling_allgather", false},
    {"bcast", "scatter_ring_allgather", false},
    {"reduce", "binomial", false},
    {"reduce", "reduce_scatter_gather", true},
    {"reduce_scatter_block", "pairwise", false},
    {"reduce_scatter_block", "recursive_doubling", false},
    {"reduce_scatter_block", "recursive_halving", false},
};

static const struct algorithm *algorithm_of(const char *op, const char *name)
{
    for (size_t i = 0; i < sizeof(algorithms) / sizeof(algorithms[0]); i++)
        if (strcmp(algorithms[i].coll, op) == 0 &&
            strcmp(algorithms[i].name, name) == 0)
            return &algorithms[i];
    return NULL;
}

bool selection_can(const char *op, const char *name)
{
    return algorithm_of(op, name) != NULL;
}

bool selection_counts(const char *op, const char *name)
{
    return algorithm_of(op, name)->counts;
}
