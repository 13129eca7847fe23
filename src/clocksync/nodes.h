/* nodes.h: communicators of the ranks of a node, and of one leader per node;
 * positions in communicators; texts of errors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_NODES_H
#define CLOCKSYNC_NODES_H

#include <mpi.h>
#include <stdbool.h>

struct nodes {
    MPI_Comm node;       /* the ranks of this node; rank 0 is the leader */
    MPI_Comm leaders;    /* leaders of all nodes, comm's rank 0 first;
                            MPI_COMM_NULL on other ranks */
    bool several;        /* comm has more than one node */
    bool oversubscribed; /* this node has more ranks than processors */
};

/* Sets this rank's number in comm and comm's size. */
void comm_position(MPI_Comm comm, int *rank, int *size);

/* Returns MPI's text for the error code, malloced. */
char *error_text(int rc);

/* Both collective over comm. nodes_open() returns an MPI error code. */
int nodes_open(struct nodes *nodes, MPI_Comm comm);
void nodes_close(struct nodes *nodes);

#endif /* CLOCKSYNC_NODES_H */
