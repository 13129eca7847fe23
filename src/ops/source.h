/* source.h: what the descriptors share: where a block comes from, what is sent.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_SOURCE_H
#define OPS_SOURCE_H

#include "ops/op.h"

/* Moved data. gather: everybody's one block; alltoall: everybody's block for
 * this rank; edge: what was sent along it; neighbor: the one block of whoever
 * is at its other end. */
op_source_fn source_root, source_gather, source_scatter, source_alltoall;
op_source_fn source_neighbor, source_edge;

/* Reductions: of all ranks, of the block that is this rank's, of ranks up to
 * and below this one. */
op_source_fn source_fold, source_fold_own, source_fold_upto, source_fold_below;

/* Pairs of ranks: the peer's same block. */
op_source_fn source_peer;

/* All that it sends along its edges; one block a rank; one block of each pair,
 * counted at its origin. */
struct traffic traffic_of_edges(const struct op_args *a);
struct traffic traffic_of_one(const struct op_args *a);
struct traffic traffic_of_origin(const struct op_args *a);

#endif /* OPS_SOURCE_H */
