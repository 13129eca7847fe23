/* nodes.h: communicators of the ranks of a node, and of one leader per node;
 * numbers of nodes; rank and size of a communicator; MPI's error texts. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPICOMMON_NODES_H
#define MPICOMMON_NODES_H

#include <mpi.h>
#include <stdbool.h>

struct nodes {
    MPI_Comm node;       /* the ranks of this node; rank 0 is the leader */
    MPI_Comm leaders;    /* leaders of all nodes; rank 0 is comm's rank 0.
                            MPI_COMM_NULL on other ranks */
    bool several;        /* comm has more than one node */
    bool oversubscribed; /* this node has more ranks than processors */
};

/* Gets this rank's number in comm, and comm's size. */
void comm_position(MPI_Comm comm, int *rank, int *size);

/* Returns MPI's text for the error code, malloced. */
char *error_text(int rc);

/* On entry, each rank's element is the lowest rank of its node. Replaces it by
 * the node's number; nodes are numbered in the order of their lowest ranks.
 * Returns the number of nodes. Pure. */
static inline int nodes_number(int *node, int size)
{
    int n = 0;

    for (int i = 0; i < size; i++)
        node[i] = node[i] == i ? n++ : node[node[i]];
    return n;
}

/* Both are collective over comm. nodes_open() returns an MPI error code. */
int nodes_open(struct nodes *nodes, MPI_Comm comm);
void nodes_close(struct nodes *nodes);

#endif /* MPICOMMON_NODES_H */
