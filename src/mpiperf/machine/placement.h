/* placement.h: which ranks are on which nodes, and which CPUs they share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_PLACEMENT_H
#define MPIPERF_PLACEMENT_H

#include <hwloc.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
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

/* ---- CPUs: sets of them
 * ------------------------------------------------------ */

/* Those that this process may run on; hwloc_bitmap_free() them. */
hwloc_bitmap_t cpus_get(void);
/* A list such as "0-3,8"; one that is too long ends in "...", for which there
 * is room. */
void cpus_format(hwloc_const_bitmap_t cpus, char *buf, size_t size);
/* Of the n ranks of a node: do some have fewer CPUs than they are? */
bool cpus_oversubscribed(const hwloc_bitmap_t *sets, int n);
/* Is some CPU the only one of two ranks or more? */
bool cpus_collide(const hwloc_bitmap_t *sets, int n);

#endif /* MPIPERF_PLACEMENT_H */
