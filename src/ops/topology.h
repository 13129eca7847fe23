/* topology.h: the topologies of neighborhood collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_TOPOLOGY_H
#define OPS_TOPOLOGY_H

#include "lib/params.h"
#include "ops/op.h"

/* --topology */
enum topology { TOPOLOGY_TORUS, TOPOLOGY_GRID, TOPOLOGY_GRAPH };
extern const struct param_word topology_words[];

/* Parameters of the neighborhood collectives, and what their connect() and
 * edges() are: a communicator with its topology, neighbours in MPI's order. */
struct topology_params {
    int topology; /* enum topology */
};
extern const struct param_table topology_params;
int topology_connect(MPI_Comm comm, const void *params, MPI_Comm *made);
int topology_edges(const struct op_args *a, struct edges *e, char **cause);

#endif /* OPS_TOPOLOGY_H */
