/* placement.h: which rank sits on which node, and with whom it shares what. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PLACEMENT_H
#define MPIPERF_PLACEMENT_H

#include <mpi.h>
#include "mpiperf/machine/runinfo.h"

/* All ranks and those of this node, as communicators that return errors, and
 * this rank's numbers in them. */
struct placement {
    MPI_Comm comm;       /* the caller's */
    MPI_Comm node;       /* ours to free */
    int rank, n;         /* in comm */
    int noderank, nnode; /* in node */
};

/* Collective over comm, which is used until placement_close(). MPI error code.
 */
int placement_open(struct placement *p, MPI_Comm comm);
void placement_close(struct placement *p);

/* Finds out nranks, nnodes, ranks, oversubscribed, shared_cpu and unpinned. */
int placement_describe(struct runinfo *ri, const struct placement *p);

/*
 * Of nranks ranks on nnodes nodes: "block", each node's ranks follow each
 * other; "cyclic", each turn gives every node that has room one more rank;
 * "irregular". What is both is "block". A constant. Pure.
 */
const char *mapping_name(const struct rank_info *ranks, int nranks, int nnodes);

/* How many of the ranks are on this node. Pure. */
int mapping_count(const struct rank_info *ranks, int nranks, int node);

#endif /* MPIPERF_PLACEMENT_H */
