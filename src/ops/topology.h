/* topology.h: who is next to whom: grids, a graph, a ring. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TOPOLOGY_H
#define OPS_TOPOLOGY_H

#include "lib/params.h"
#include "ops/op.h"

/* The first three are topologies of MPI, --topology; all are sets of messages. */
enum topology {
    TOPOLOGY_TORUS,
    TOPOLOGY_GRID,
    TOPOLOGY_GRAPH,
    TOPOLOGY_RING,
};
extern const struct param_word topology_words[];

/* Parameters of the neighborhood collectives, and what their connect() and
 * edges() are: a communicator with its topology, neighbours in MPI's order. */
struct topology_params {
    int topology; /* enum topology */
};
extern const struct param_table topology_params;
int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made);
int topology_edges(const struct op_args *a, struct edges *e, char **cause);

/* The messages of a->rank among a->size ranks, one of a->count elements an
 * edge; what is sent along edge i has the tag i. Pure. */
void topology_messages(enum topology t, const struct op_args *a,
                       struct edges *e);

#endif /* OPS_TOPOLOGY_H */
