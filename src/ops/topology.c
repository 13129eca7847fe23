/* topology.c: grids, a graph, a ring: who is next to whom in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/topology.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/edges.h"

enum { DIMS = 2 };

/* ---- Cartesian --------------------------------------------------------- */

static int cart_create(MPI_Comm comm, int periodic, MPI_Comm *made)
{
    int dims[DIMS], periods[DIMS] = {periodic, periodic}, size;

    MPI_Comm_size(comm, &size);
    dims_balanced(size, DIMS, dims);
    return MPI_Cart_create(comm, DIMS, dims, periods, 0, made);
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
static void cart_messages(const struct op_args *a, struct edges *e,
                          bool periodic)
{
    int dims[DIMS];

    dims_balanced(a->size, DIMS, dims);
    edges_alloc(e, 2 * DIMS, 2 * DIMS);
    for (int i = 0; i < 2 * DIMS; i++) {
        int step[DIMS] = {0}, peer;

        step[i / 2] = i % 2 == 0 ? -1 : 1;
        peer = dims_move(dims, DIMS, a->rank, step, periodic);
        edges_set(e, i, peer, peer, i ^ 1, a->count);
    }
}

static void torus_messages(const struct op_args *a, struct edges *e)
{
    cart_messages(a, e, true);
}

static void grid_messages(const struct op_args *a, struct edges *e)
{
    cart_messages(a, e, false);
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

static int graph_create(MPI_Comm comm, MPI_Comm *made)
{
    int rank, size, n, rc, *in, *out, *weights;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    n = distances(size);
    in = xcalloc((size_t)n + 1, sizeof(*in));
    out = xcalloc((size_t)n + 1, sizeof(*out));
    weights = xcalloc((size_t)n + 1, sizeof(*weights)); /* all alike */
    for (int i = 0; i < n; i++) {
        in[i] = edges_around(rank, size, -(1 << i));
        out[i] = edges_around(rank, size, 1 << i);
    }
    rc = MPI_Dist_graph_create_adjacent(comm, n, in, weights, n, out, weights,
                                        MPI_INFO_NULL, 0, made);
    free(in);
    free(out);
    free(weights);
    return rc;
}

static void graph_messages(const struct op_args *a, struct edges *e)
{
    int n = distances(a->size);

    edges_alloc(e, n, n);
    for (int i = 0; i < e->nin; i++)
        edges_set(e, i, edges_around(a->rank, a->size, 1 << i),
                  edges_around(a->rank, a->size, -(1 << i)), i, a->count);
}

/* ---- ring --------------------------------------------------------------- */

/* Edge 0 to the right, edge 1 to the left. */
static void ring_messages(const struct op_args *a, struct edges *e)
{
    int right = edges_around(a->rank, a->size, 1),
        left = edges_around(a->rank, a->size, -1);

    edges_alloc(e, 2, 2);
    edges_set(e, 0, right, left, 0, a->count);
    edges_set(e, 1, left, right, 1, a->count);
}

/* ---- tables ------------------------------------------------------------- */

static const struct {
    int (*create)(MPI_Comm comm, MPI_Comm *made);
    void (*messages)(const struct op_args *a, struct edges *e);
} topologies[] = {
    [TOPOLOGY_TORUS] = {torus_create, torus_messages},
    [TOPOLOGY_GRID] = {grid_create, grid_messages},
    [TOPOLOGY_GRAPH] = {graph_create, graph_messages},
    [TOPOLOGY_RING] = {NULL, ring_messages},
};

const struct param_word topology_words[] = {
    {"torus", TOPOLOGY_TORUS,
     "Cartesian, 2 dimensions as MPI_Dims_create has them, periodic"},
    {"grid", TOPOLOGY_GRID, "Cartesian, the same without wrapping round"},
    {"graph", TOPOLOGY_GRAPH,
     "distributed graph: out to the ranks 1, 2, 4, ... further on"},
    {0},
};

static const struct param topology_rows[] = {
    {.name = "topology",
     .def = "grid",
     .arg = "NAME",
     .help = "topology of neighborhood collectives (--list shows the names)",
     .type = PARAM_WORD,
     .offset = offsetof(struct topology_params, topology),
     .words = topology_words,
     .option = true},
    {0},
};

const struct param_table topology_params = {
    .owner = "neighbor",
    .rows = topology_rows,
    .size = sizeof(struct topology_params),
};

int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made)
{
    const struct topology_params *p = params;

    return topologies[p->topology].create(comm, made);
}

void topology_messages(enum topology t, const struct op_args *a,
                       struct edges *e)
{
    topologies[t].messages(a, e);
}

int topology_edges(const struct op_args *a, struct edges *e, char **cause)
{
    const struct topology_params *p = a->params;

    (void)cause;
    topology_messages(p->topology, a, e);
    return MPI_SUCCESS;
}
