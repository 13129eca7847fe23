/* mapping.h: how the ranks are dealt to the nodes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MAPPING_H
#define MPIPERF_MAPPING_H

#include "mpiperf/machine/runinfo.h"

/*
 * Of nranks ranks on nnodes nodes: "block", each node's ranks follow each
 * other; "cyclic", each turn gives every node that has room one more rank;
 * "irregular". What is both is "block". A constant. Pure.
 */
const char *mapping_name(const struct rank_info *ranks, int nranks, int nnodes);

/* How many of the ranks are on this node. Pure. */
int mapping_count(const struct rank_info *ranks, int nranks, int node);

#endif /* MPIPERF_MAPPING_H */
