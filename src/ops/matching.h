/* matching.h: random pairs of ranks, to find slow parts of a machine. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_MATCHING_H
#define OPS_MATCHING_H

#include <stdbool.h>
#include "ops/op.h"

/* Number of rounds of --pairs=find, whatever the number of ranks. */
enum { MATCHING_ROUNDS = 36 };

/*
 * Sets peer[i] to the peer of rank i, or to MPI_PROC_NULL, and *reversed to
 * whether the higher rank of each pair is the origin.
 *
 * Rounds take turns in pairing ranks of the same node, ranks of different nodes
 * at the same switch, and ranks at different switches, where there are such
 * ranks. Each matching is made twice, the second time with the directions
 * reversed. In a round, each link carries the messages of all its ranks at
 * once, as far as there are partners for all of them.
 */
void matching_make(int *peer, bool *reversed, int size,
                   const struct op_places *places, int round);

#endif /* OPS_MATCHING_H */
