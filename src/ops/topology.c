/* topology.c: Cartesian grids and a graph, and who is next to whom in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/topology.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

enum { DIMS = 2 };

/* ---- Cartesian --------------------------------------------------------- */

static int cart_create(MPI_Comm comm, int periodic, MPI_Comm *made)
{
    int dims[DIMS] = {0}, periods[DIMS] = {periodic, periodic}, size, rc;

    MPI_Comm_size(comm, &size);
    rc = MPI_Dims_create(size, DIMS, dims);
    return rc != MPI_SUCCESS
               ? rc
               : MPI_Cart_create(comm, DIMS, dims, periods, 0, made);
}

static int torus_create(MPI_Comm comm, MPI_Comm *made)
{
    return cart_create(comm, 1, made);
}

static int grid_create(MPI_Comm comm, MPI_Comm *made)
{
    return cart_create(comm, 0, made);
}

/* In every dimension first the neighbour before, then the one after; what the
 * one before sends to its neighbour after comes from there (MPI-4, 8.6). */
static void cart_edges(MPI_Comm made, struct neighbors *n)
{
    int *rank = xcalloc(2 * DIMS, sizeof(*rank));
    int *block = xcalloc(2 * DIMS, sizeof(*block));

    for (int d = 0; d < DIMS; d++) {
        MPI_Cart_shift(made, d, 1, &rank[2 * d], &rank[2 * d + 1]);
        block[2 * d] = 2 * d + 1;
        block[2 * d + 1] = 2 * d;
    }
    *n = (struct neighbors){2 * DIMS, 2 * DIMS, rank, rank, block};
}

/* ---- graph ------------------------------------------------------------- */

/* Out to the ranks 1, 2, 4, ... further on, in from those before. */
static int distances(int size)
{
    int n = 0;

    while (1 << n < size)
        n++;
    return n;
}

static int *around(int rank, int size, int sign)
{
    int n = distances(size);
    int *to = xcalloc((size_t)n + 1, sizeof(*to));

    for (int i = 0; i < n; i++)
        to[i] = (rank + sign * (1 << i) + size) % size;
    return to;
}

static int graph_create(MPI_Comm comm, MPI_Comm *made)
{
    int rank, size, n, rc, *in, *out, *weights;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    n = distances(size);
    in = around(rank, size, -1);
    out = around(rank, size, 1);
    weights = xcalloc((size_t)n + 1, sizeof(*weights)); /* all alike */
    rc = MPI_Dist_graph_create_adjacent(comm, n, in, weights, n, out, weights,
                                        MPI_INFO_NULL, 0, made);
    free(in);
    free(out);
    free(weights);
    return rc;
}

static void graph_edges(MPI_Comm made, struct neighbors *n)
{
    int rank, size, *block;

    MPI_Comm_rank(made, &rank);
    MPI_Comm_size(made, &size);
    n->nin = n->nout = distances(size);
    n->in = around(rank, size, -1);
    n->out = around(rank, size, 1);
    block = xcalloc((size_t)n->nin + 1, sizeof(*block));
    for (int i = 0; i < n->nin; i++)
        block[i] = i;
    n->in_block = block;
}

/* ---- table ------------------------------------------------------------- */

static const struct topology topology_torus = {
    .name = "torus",
    .help = "Cartesian, 2 dimensions as MPI_Dims_create has them, periodic",
    .create = torus_create,
    .edges = cart_edges,
};
static const struct topology topology_grid = {
    .name = "grid",
    .help = "Cartesian, the same without wrapping round",
    .create = grid_create,
    .edges = cart_edges,
};
static const struct topology topology_graph = {
    .name = "graph",
    .help = "distributed graph: out to the ranks 1, 2, 4, ... further on",
    .create = graph_create,
    .edges = graph_edges,
};

const struct topology *const topology_table[] = {
    &topology_torus, &topology_grid, &topology_graph, NULL,
};

const struct topology *topology_find(const char *name)
{
    for (size_t i = 0; topology_table[i] != NULL; i++)
        if (strcmp(topology_table[i]->name, name) == 0)
            return topology_table[i];
    return NULL;
}

int topology_open(const struct topology *t, MPI_Comm comm, MPI_Comm *made,
                  struct neighbors *n)
{
    int rc = t->create(comm, made);

    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_set_errhandler(*made, MPI_ERRORS_RETURN);
    t->edges(*made, n);
    return MPI_SUCCESS;
}

void topology_close(MPI_Comm *made, struct neighbors *n)
{
    if (n->in != n->out)
        free((void *)n->in);
    free((void *)n->out);
    free((void *)n->in_block);
    *n = (struct neighbors){0};
    MPI_Comm_free(made);
}
