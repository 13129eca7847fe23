/* topology.c: grids, a graph, a ring: who is next to whom in them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/topology.h"

#include <stdlib.h>
#include "lib/xmalloc.h"

enum { DIMS = 2 };

static void edges_alloc(struct edges *e, int n)
{
    e->nin = e->nout = n;
    e->in = xcalloc((size_t)n + 1, sizeof(*e->in));
    e->out = xcalloc((size_t)n + 1, sizeof(*e->out));
}

/* Edge i goes to one rank; edge i from another is that one's edge `block`. */
static void edge_set(struct edges *e, int i, int to, int from, int block,
                     MPI_Count count)
{
    e->out[i] = (struct edge){.peer = to, .tag = i, .count = count};
    e->in[i] = (struct edge){
        .peer = from, .tag = block, .count = count, .block = block};
}

/* ---- Cartesian --------------------------------------------------------- */

/* As MPI_Dims_create() has them, which needs MPI to be initialized: as square as
 * can be, the longer one first. */
static void square_dims(int size, int *dims)
{
    dims[1] = 1;
    for (int d = 2; d * d <= size; d++)
        if (size % d == 0)
            dims[1] = d;
    dims[0] = size / dims[1];
}

static int cart_create(MPI_Comm comm, int periodic, MPI_Comm *made)
{
    int dims[DIMS], periods[DIMS] = {periodic, periodic}, size;

    MPI_Comm_size(comm, &size);
    square_dims(size, dims);
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

/* The rank one further on in dimension d, or one before; ranks are numbered in
 * row-major order (MPI-4, 8.4). */
static int next_rank(const int *dims, int rank, int d, int step, bool periodic)
{
    int stride = d == 0 ? dims[1] : 1, at = rank / stride % dims[d];
    int to = at + step;

    if (!periodic && (to < 0 || to >= dims[d]))
        return MPI_PROC_NULL;
    return rank + ((to + dims[d]) % dims[d] - at) * stride;
}

/* In every dimension first the neighbour before, then the one after; what the
 * one before sends to its neighbour after comes from there (MPI-4, 8.6). */
static void cart_messages(const struct op_args *a, struct edges *e,
                          bool periodic)
{
    int dims[DIMS];

    square_dims(a->size, dims);
    edges_alloc(e, 2 * DIMS);
    for (int i = 0; i < 2 * DIMS; i++) {
        int peer =
            next_rank(dims, a->rank, i / 2, i % 2 == 0 ? -1 : 1, periodic);

        edge_set(e, i, peer, peer, i ^ 1, a->count);
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

static int around(int rank, int size, int step)
{
    return (rank + step + size) % size;
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
        in[i] = around(rank, size, -(1 << i));
        out[i] = around(rank, size, 1 << i);
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
    edges_alloc(e, distances(a->size));
    for (int i = 0; i < e->nin; i++)
        edge_set(e, i, around(a->rank, a->size, 1 << i),
                 around(a->rank, a->size, -(1 << i)), i, a->count);
}

/* ---- ring --------------------------------------------------------------- */

/* Edge 0 to the right, edge 1 to the left. */
static void ring_messages(const struct op_args *a, struct edges *e)
{
    int right = around(a->rank, a->size, 1), left = around(a->rank, a->size, -1);

    edges_alloc(e, 2);
    edge_set(e, 0, right, left, 0, a->count);
    edge_set(e, 1, left, right, 1, a->count);
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

const struct param_word pattern_words[] = {
    {"ring", TOPOLOGY_RING, "each rank with the ranks on both sides"},
    {"torus", TOPOLOGY_TORUS,
     "each rank with its four neighbors on a 2-dimensional torus"},
    {"grid", TOPOLOGY_GRID, "the same without wrapping round"},
    {"graph", TOPOLOGY_GRAPH, "to the ranks 1, 2, 4, ... further on"},
    {0},
};

static const struct param topology_rows[] = {
    {.name = "topology",
     .def = "grid",
     .arg = "NAME",
     .help = "who is whose neighbor in neighborhood collectives (--list shows "
             "the ways)",
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

static const struct param pattern_rows[] = {
    {.name = "pattern",
     .def = "ring",
     .arg = "NAME",
     .help = "who exchanges messages with whom in exchange (--list shows the "
             "ways)",
     .type = PARAM_WORD,
     .offset = offsetof(struct topology_params, topology),
     .words = pattern_words,
     .option = true},
    {0},
};

const struct param_table pattern_params = {
    .owner = "exchange",
    .rows = pattern_rows,
    .size = sizeof(struct topology_params),
};
