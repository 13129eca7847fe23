/* ends.c: neighbors of a communicator with a topology. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include "graph.h"

#include <stdlib.h>

static int reserve(struct ms_ends *e, int nout, int nin)
{
    e->out = malloc(((size_t)nout + 1) * sizeof(*e->out));
    e->in = malloc(((size_t)nin + 1) * sizeof(*e->in));
    e->nout = nout;
    e->nin = nin;
    return e->out != NULL && e->in != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* In each dimension the one before and the one behind. */
static int grid_ends(struct ms_ends *e, MPI_Comm comm)
{
    int ndims, rc;

    MPI_Cartdim_get(comm, &ndims);
    e->grid = true;
    rc = reserve(e, 2 * ndims, 2 * ndims);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < ndims; i++) {
        MPI_Cart_shift(comm, i, 1, &e->out[2 * i], &e->out[2 * i + 1]);
        e->in[2 * i] = e->out[2 * i];
        e->in[2 * i + 1] = e->out[2 * i + 1];
    }
    return MPI_SUCCESS;
}

#ifndef HAVE_SMPI /* which has no graphs */
static int old_graph_ends(struct ms_ends *e, MPI_Comm comm)
{
    int rank, n, rc;

    MPI_Comm_rank(comm, &rank);
    MPI_Graph_neighbors_count(comm, rank, &n);
    rc = reserve(e, n, n);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Graph_neighbors(comm, rank, n, e->out);
    for (int i = 0; i < n; i++)
        e->in[i] = e->out[i];
    return MPI_SUCCESS;
}

static int graph_ends(struct ms_ends *e, MPI_Comm comm)
{
    int nin, nout, weighted, *weights, rc;

    MPI_Dist_graph_neighbors_count(comm, &nin, &nout, &weighted);
    weights = malloc(((size_t)nin + (size_t)nout + 1) * sizeof(*weights));
    rc = weights != NULL ? reserve(e, nout, nin) : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        MPI_Dist_graph_neighbors(comm, nin, e->in, weights, nout, e->out,
                                 weights + nin);
    free(weights);
    return rc;
}
#endif

int ms_ends_open(struct ms_ends *e, MPI_Comm comm)
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
    return MPI_ERR_TOPOLOGY;
}

void ms_ends_close(struct ms_ends *e)
{
    free(e->out);
    free(e->in);
}
