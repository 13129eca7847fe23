/* topology.c: the topologies of neighborhood collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/topology.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/edges.h"
#include "ops/pattern.h"

enum { DIMS = 2 };

static pattern_fn *const messages[] = {
    [TOPOLOGY_TORUS] = pattern_torus,
    [TOPOLOGY_GRID] = pattern_grid,
    [TOPOLOGY_GRAPH] = pattern_graph,
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

static int graph_create(MPI_Comm comm, struct op_args *a, MPI_Comm *made)
{
    struct edges e;
    int rc, *in, *out, *weights;

    MPI_Comm_rank(comm, &a->rank);
    pattern_graph(a, 0, &e);
    in = xcalloc(3 * (size_t)e.nin + 1, sizeof(*in));
    out = in + e.nin;
    weights = out + e.nin; /* all alike */
    for (int i = 0; i < e.nin; i++) {
        in[i] = e.in[i].peer;
        out[i] = e.out[i].peer;
    }
    rc = MPI_Dist_graph_create_adjacent(comm, e.nin, in, weights, e.nout, out,
                                        weights, MPI_INFO_NULL, 0, made);
    edges_free(&e);
    free(in);
    return rc;
}

int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made)
{
    const struct topology_params *p = params;
    int periodic = p->topology == TOPOLOGY_TORUS;
    int dims[DIMS], periods[DIMS] = {periodic, periodic};
    struct op_args a = {0};

    MPI_Comm_size(comm, &a.size);
    if (p->topology == TOPOLOGY_GRAPH)
        return graph_create(comm, &a, made);
    dims_balanced(a.size, DIMS, dims);
    return MPI_Cart_create(comm, DIMS, dims, periods, 0, made);
}

int topology_edges(const struct op_args *a, struct edges *e, char **cause)
{
    const struct topology_params *p = a->params;

    (void)cause;
    messages[p->topology](a, 0, e);
    return MPI_SUCCESS;
}
