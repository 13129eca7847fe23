/* ends.c: neighbors of a communicator with a topology. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "graph.h"

#include <stdlib.h>

static bool reserve(struct ms_ends *e, int nout, int nin)
{
    e->out = malloc(((size_t)nout + 1) * sizeof(*e->out));
    e->in = malloc(((size_t)nin + 1) * sizeof(*e->in));
    e->nout = nout;
    e->nin = nin;
    return e->out != NULL && e->in != NULL;
}

/* In each dimension the one before and the one behind. */
static bool grid_ends(struct ms_ends *e, MPI_Comm comm)
{
    int ndims;

    MPI_Cartdim_get(comm, &ndims);
    if (!reserve(e, 2 * ndims, 2 * ndims))
        return false;
    for (int i = 0; i < ndims; i++) {
        MPI_Cart_shift(comm, i, 1, &e->out[2 * i], &e->out[2 * i + 1]);
        e->in[2 * i] = e->out[2 * i];
        e->in[2 * i + 1] = e->out[2 * i + 1];
    }
    return true;
}

#ifndef HAVE_SMPI /* which has no graphs */
static bool old_graph_ends(struct ms_ends *e, MPI_Comm comm)
{
    int rank, n;

    MPI_Comm_rank(comm, &rank);
    MPI_Graph_neighbors_count(comm, rank, &n);
    if (!reserve(e, n, n))
        return false;
    MPI_Graph_neighbors(comm, rank, n, e->out);
    for (int i = 0; i < n; i++)
        e->in[i] = e->out[i];
    return true;
}

static bool graph_ends(struct ms_ends *e, MPI_Comm comm)
{
    int nin, nout, weighted, *weights;

    MPI_Dist_graph_neighbors_count(comm, &nin, &nout, &weighted);
    weights = malloc(((size_t)nin + (size_t)nout + 1) * sizeof(*weights));
    if (weights == NULL || !reserve(e, nout, nin)) {
        free(weights);
        return false;
    }
    MPI_Dist_graph_neighbors(comm, nin, e->in, weights, nout, e->out,
                             weights + nin);
    free(weights);
    return true;
}
#endif

bool ms_ends_open(struct ms_ends *e, MPI_Comm comm)
{
    int kind = MPI_UNDEFINED;

    *e = (struct ms_ends){.out = NULL};
    MPI_Topo_test(comm, &kind);
    if (kind == MPI_CART)
        return grid_ends(e, comm);
#ifndef HAVE_SMPI
    if (kind == MPI_GRAPH)
        return old_graph_ends(e, comm);
    if (kind == MPI_DIST_GRAPH)
        return graph_ends(e, comm);
#endif
    return false;
}

void ms_ends_close(struct ms_ends *e)
{
    free(e->out);
    free(e->in);
}
