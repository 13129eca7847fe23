/* nodes.h: the nodes of a communicator, and the broadcast in two steps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_NODES_H
#define PRELOAD_NODES_H

#include <mpi.h>
#include <stdbool.h>

#include "call.h"
#include "engine.h"

/* Where a rank is. */
struct placement {
    int node;  /* which: nodes count in the order of their lowest ranks */
    int local; /* its rank there; the leader's is 0 */
};

struct nodes {
    MPI_Comm here;    /* the ranks of this one's node */
    MPI_Comm leaders; /* rank = node; MPI_COMM_NULL where not a leader */
    int count;
    int mine; /* the node of this rank */
    int nhere;
    int size;         /* ranks of all nodes */
    struct placement *of; /* by rank */
};

/* Room for what is to be known of [size] ranks; false: no memory. Local. To be
 * given to nodes_fini() in any case. */
bool nodes_init(struct nodes *nodes, int size);

/*
 * Collective over [comm], whose errors must come back. False where this rank
 * could not find out: the ranks have to agree on that.
 */
bool nodes_find(struct nodes *nodes, MPI_Comm comm);

/* Local: frees what there is. */
void nodes_fini(struct nodes *nodes);

/*
 * The paper's two steps: leaders by the library's broadcast, then shared
 * memory inside each node. [e] is of nodes->here, NULL if that is one rank.
 * MPI_SUCCESS or an error code.
 */
int nodes_bcast(const struct nodes *nodes, struct engine *e,
                const struct call *call);

#endif /* PRELOAD_NODES_H */
