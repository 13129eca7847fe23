/* nodes.c: which rank is on which node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "nodes.h"

#include <stdlib.h>

int ms_nodes_gather(MPI_Comm comm, MPI_Comm local, int *node)
{
    int rank, lowest, rc;

    MPI_Comm_rank(comm, &rank);
    rc = MPI_Allreduce(&rank, &lowest, 1, MPI_INT, MPI_MIN, local);
    if (rc != MPI_SUCCESS)
        lowest = rank;
    return MPI_Allgather(&lowest, 1, MPI_INT, node, 1, MPI_INT, comm) ==
                   MPI_SUCCESS
               ? rc
               : MPI_ERR_OTHER;
}

struct named {
    int name, rank;
};

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;

    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

int ms_nodes_number(int *node, int size)
{
    struct named *all = malloc((size_t)size * sizeof(*all));
    int n = 0, lowest = 0;

    if (all == NULL)
        return -1;
    for (int r = 0; r < size; r++)
        all[r] = (struct named){.name = node[r], .rank = r};
    qsort(all, (size_t)size, sizeof(*all), by_name);
    for (int i = 0; i < size; i++) { /* node[r]: the lowest rank there */
        if (i == 0 || all[i].name != all[i - 1].name)
            lowest = all[i].rank;
        node[all[i].rank] = lowest;
    }
    for (int r = 0; r < size; r++)
        node[r] = node[r] == r ? n++ : node[node[r]];
    free(all);
    return n;
}
