/* placement.h: finds which ranks are on which nodes and share which CPUs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_PLACEMENT_H
#define MACHINE_PLACEMENT_H

#include <hwloc.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include "machine/runinfo.h"

/* Communicators of all ranks and of this node's ranks, and this rank's number
 * in each. Both return errors. */
struct placement {
    MPI_Comm comm;       /* all ranks; the caller's communicator */
    MPI_Comm node;       /* ranks of this node; freed by placement_close() */
    int rank, n;         /* this rank and the number of ranks in comm */
    int noderank, nnode; /* the same for node */
};

/* Fills in *p (collective over comm, which must exist until placement_close()).
 * Returns an MPI error code. */
int placement_open(struct placement *p, MPI_Comm comm);
void placement_close(struct placement *p);

/* Sets nranks, nnodes, ranks, oversubscribed, shared_cpu, shared_core,
 * unpinned, quota and quota_ranks of *ri. init: seconds that MPI_Init took on
 * this rank. Collective; returns an MPI error code. */
int placement_describe(struct runinfo *ri, const struct placement *p,
                       double init);

/*
 * Returns how nranks ranks are mapped to nnodes nodes: "block" if each node has
 * consecutive ranks; "cyclic" if ranks are dealt round-robin to the nodes that
 * have space; else "irregular". If both apply, "block". Pure.
 */
const char *mapping_name(const struct rank_info *ranks, int nranks, int nnodes);

/* Returns the number of ranks on the node. Pure. */
int mapping_count(const struct rank_info *ranks, int nranks, int node);

/* ---- sets of CPUs -------------------------------------------------------- */

/* The CPUs that this process may run on; free with hwloc_bitmap_free(). */
hwloc_bitmap_t cpus_get(void);
/* Writes a list such as "0-3,8" to buf; if the list does not fit, it is cut and
 * ends in "...". */
void cpus_format(hwloc_const_bitmap_t cpus, char *buf, size_t size);
/* True if some of the n ranks of a node must share fewer CPUs than there are of
 * these ranks. sets[i] has the CPUs of rank i. */
bool cpus_oversubscribed(const hwloc_bitmap_t *sets, int n);
/* True if two or more ranks can use only one CPU, and the same one. */
bool cpus_collide(const hwloc_bitmap_t *sets, int n);
/* Returns the cores of these CPUs as a set of numbers; free with
 * hwloc_bitmap_free(). If t is NULL, each CPU counts as a core. */
hwloc_bitmap_t cpus_cores(hwloc_const_bitmap_t cpus, hwloc_topology_t t);
/* Returns the kind of these CPUs, starting from 0 for the slowest; -1 if
 * unknown, or if the machine has only one kind. */
int cpus_kind(hwloc_const_bitmap_t cpus, hwloc_topology_t t);

#endif /* MACHINE_PLACEMENT_H */
