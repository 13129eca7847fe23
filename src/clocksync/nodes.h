/* nodes.h: the ranks of a node, and one leader of each node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_NODES_H
#define CLOCKSYNC_NODES_H

#include <mpi.h>
#include <stdbool.h>

struct nodes {
    MPI_Comm node;    /* the ranks of this one; its rank 0 is the leader */
    MPI_Comm leaders; /* of all nodes, comm's rank 0 first; MPI_COMM_NULL on
                         the other ranks */
    bool several;     /* there is more than this node */
    bool oversubscribed; /* it has more ranks than processors */
};

/* This rank in comm, and how many there are. MPI error code. */
int comm_position(MPI_Comm comm, int *rank, int *size);

/* Collective over comm, closing too. MPI error codes. */
int nodes_open(struct nodes *nodes, MPI_Comm comm);
int nodes_close(struct nodes *nodes);

#endif /* CLOCKSYNC_NODES_H */
