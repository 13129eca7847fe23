/* origin.h: where a received block comes from; shared by the descriptors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_ORIGIN_H
#define OPS_ORIGIN_H

#include "ops/op.h"

/* Moved data. gather: everybody's one block; alltoall: everybody's block for
 * this rank; edge: what was sent along it; neighbor: the one block of whoever is
 * at its other end. */
op_origin_fn origin_root, origin_gather, origin_scatter, origin_alltoall;
op_origin_fn origin_neighbor, origin_edge;

/* Reductions: of all ranks, of the block that is this rank's, of ranks up to
 * and below this one. */
op_origin_fn origin_fold, origin_fold_own, origin_fold_upto, origin_fold_below;

/* Pairs of ranks: the peer's same block. */
op_origin_fn origin_peer;

#endif /* OPS_ORIGIN_H */
