/* nodes.h: the nodes of a communicator, and the broadcast in two steps. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRELOAD_NODES_H
#define PRELOAD_NODES_H

#include <mpi.h>
#include <stdbool.h>

#include "../shmbcast_auto.h"

/* A call of MPI_Bcast, whatever language and name it came by. */
struct call {
    void *buf;
    MPI_Count count;
    MPI_Datatype type;
    int root;
    MPI_Comm comm;
    /* the MPI library's own, which takes this count */
    int (*native)(const struct call *call);
};

/* The node of a rank. */
struct node_rank {
    int node;  /* nodes count in the order of their lowest ranks */
    int local; /* the rank there; the leader's is 0 */
};

struct nodes {
    MPI_Comm here;    /* the ranks of this one's node */
    MPI_Comm leaders; /* rank = node; MPI_COMM_NULL where not a leader */
    int count;
    int mine; /* the node of this rank */
    int nhere;
    int size;             /* ranks of all nodes */
    struct node_rank *of; /* by rank */
};

/* Memory for [size] ranks; false: there is none. Local. nodes_fini() is called
 * in any case. */
bool nodes_init(struct nodes *nodes, int size);

/*
 * Collective over [comm], whose errors must come back. False where this rank
 * could not find out: the ranks have to agree on that.
 */
bool nodes_find(struct nodes *nodes, MPI_Comm comm);

/* Local: frees what there is. */
void nodes_fini(struct nodes *nodes);

/*
 * Broadcast among the ranks of [h], from its rank [root]; NULL: one rank, and
 * nothing to do. MPI_SUCCESS or an error class; the MPI library's own for a
 * message that is shorter than this rank expects.
 */
int node_bcast(struct shmbcast_auto *h, int root, const struct call *call);

/*
 * The paper's two steps: leaders by the library's broadcast, then shared
 * memory inside each node. [h] is of nodes->here. MPI_SUCCESS or an error code.
 */
int nodes_bcast(const struct nodes *nodes, struct shmbcast_auto *h,
                const struct call *call);

#endif /* PRELOAD_NODES_H */
