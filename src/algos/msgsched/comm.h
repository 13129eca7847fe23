/* comm.h: what all plans of a communicator share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_COMM_H
#define MSGSCHED_COMM_H

#include <mpi.h>

#include "agree.h"
#include "measure.h"

/* An attribute of the caller's communicator. It lives until that and all plans
 * are freed. */
struct ms_comm {
    MPI_Comm comm;  /* a duplicate */
    MPI_Comm local; /* of it, the ranks of this node */
    MPI_Comm user;  /* MPI_COMM_NULL once it was freed */
    int rank, size;
    int *node; /* of each rank, numbered in the order of the lowest ranks */
    int nnodes;
    struct ms_costs costs; /* measured when first asked for */
    int refs;
    int *tags, ntags; /* of the plans alive */
    int next_tag, tag_max;
    struct ms_comm *next; /* of all that are attached */
};

/* Collective; a is of comm. Finds or makes it, and counts one more user. */
int ms_comm_get(MPI_Comm comm, struct ms_comm **shared, struct ms_agree *a);
/* One user fewer; collective when it is the last. */
void ms_comm_put(struct ms_comm *shared);

/* A tag that no other plan alive has, the same on all ranks; -1: no memory. */
int ms_comm_tag(struct ms_comm *shared);
void ms_comm_untag(struct ms_comm *shared, int tag);

/* Numbers nodes, named by any ints, in the order of their lowest ranks. Returns
 * how many there are, or -1 without memory. Pure. */
int ms_nodes_number(int *node, int size);

#endif /* MSGSCHED_COMM_H */
