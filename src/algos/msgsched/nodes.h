/* nodes.h: which rank is on which node. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_NODES_H
#define MSGSCHED_NODES_H

#include <mpi.h>

/* Collective over comm. node[r]: the lowest rank on the node of rank r; local
 * is the communicator of this rank's node. */
int ms_nodes_gather(MPI_Comm comm, MPI_Comm local, int *node);

/* Numbers nodes, named by any ints, in the order of their lowest ranks. Returns
 * how many there are, or -1 without memory. Pure. */
int ms_nodes_number(int *node, int size);

#endif /* MSGSCHED_NODES_H */
