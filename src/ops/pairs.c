/* pairs.c: which rank talks to which, for operations between two ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/pairs.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

static int one(int rank, int size, const int *node)
{
    (void)node;
    return size > 1 && rank < 2 ? 1 - rank : MPI_PROC_NULL;
}

static int neighbors(int rank, int size, const int *node)
{
    (void)node;
    return (rank ^ 1) < size ? rank ^ 1 : MPI_PROC_NULL;
}

static int halves(int rank, int size, const int *node)
{
    int half = size / 2;

    (void)node;
    if (rank >= 2 * half)
        return MPI_PROC_NULL;
    return rank < half ? rank + half : rank - half;
}

/* The place of a rank among those of its node. */
static int place(int rank, const int *node)
{
    int n = 0;

    for (int i = 0; i < rank; i++)
        n += node[i] == node[rank];
    return n;
}

/* The same place on the other node of nodes 0 and 1, 2 and 3, ... */
static int nodes(int rank, int size, const int *node)
{
    int there = node[rank] ^ 1, left = place(rank, node);

    for (int i = 0; i < size; i++)
        if (node[i] == there && left-- == 0)
            return i;
    return MPI_PROC_NULL;
}

static const struct pairing pairing_one = {
    .name = "one",
    .help = "ranks 0 and 1, the others idle",
    .peer = one,
};
static const struct pairing pairing_neighbors = {
    .name = "neighbors",
    .help = "ranks 0 and 1, 2 and 3, ..., all at once",
    .peer = neighbors,
};
static const struct pairing pairing_halves = {
    .name = "halves",
    .help = "each rank of the lower half with one of the upper, all at once",
    .peer = halves,
};
static const struct pairing pairing_nodes = {
    .name = "nodes",
    .help = "ranks of one node with those of the next, all at once",
    .peer = nodes,
};

const struct pairing *const pairing_table[] = {
    &pairing_one, &pairing_neighbors, &pairing_halves, &pairing_nodes, NULL,
};

const struct pairing *pairing_find(const char *name)
{
    for (size_t i = 0; pairing_table[i] != NULL; i++)
        if (strcmp(pairing_table[i]->name, name) == 0)
            return pairing_table[i];
    return NULL;
}

/* The number of every rank's node. */
static int find_nodes(MPI_Comm comm, int size, int *node)
{
    MPI_Comm here;
    int rank, first, n = 0, rc;

    MPI_Comm_rank(comm, &rank);
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &here);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Allreduce(&rank, &first, 1, MPI_INT, MPI_MIN, here);
    MPI_Comm_free(&here);
    if (rc == MPI_SUCCESS)
        rc = MPI_Allgather(&first, 1, MPI_INT, node, 1, MPI_INT, comm);
    for (int i = 0; rc == MPI_SUCCESS && i < size; i++)
        node[i] = node[i] == i ? n++ : node[node[i]];
    return rc;
}

int pairing_open(const struct pairing *p, MPI_Comm comm, int *peer, int *npairs)
{
    int rank, size, rc, *node;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    node = xcalloc((size_t)size, sizeof(*node));
    rc = find_nodes(comm, size, node);
    *peer = MPI_PROC_NULL;
    *npairs = 0;
    if (rc == MPI_SUCCESS) {
        *peer = p->peer(rank, size, node);
        for (int i = 0; i < size; i++)
            *npairs += p->peer(i, size, node) > i;
    }
    free(node);
    return rc;
}
