/* carrier.h: which rank of a node receives what is for several of its ranks.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_CARRIER_H
#define MSGSCHED_CARRIER_H

#include "algos/msgsched/arrange.h"

/* Ranks of node k: rank[begin[k]] ... rank[begin[k + 1] - 1], rising. */
struct ms_nodes {
    const int *rank, *begin;
};

/* Lists the ranks of nnodes nodes; node[r] is that of rank r. rank has room for
 * `size` ranks and begin for nnodes + 1. */
void ms_nodes_list(const int *node, int size, int nnodes, int *rank,
                   int *begin);

/* Are all messages of the cut for the same rank? */
bool ms_for_one(const struct ms_item *items, const struct ms_cut *cut);

/*
 * carrier[i] becomes the rank that receives cut i, in the order in which they
 * are sent: that which it is for; if it is for several, the rank of their node
 * that has received the fewest bytes so far, and of those the lowest.
 * received[r] are bytes that rank r received before, of all ranks, and is
 * updated.
 */
void ms_carriers(const struct ms_item *items, const struct ms_cut *cuts,
                 size_t n, const struct ms_nodes *nodes, int64_t *received,
                 int *carrier);

#endif /* MSGSCHED_CARRIER_H */
