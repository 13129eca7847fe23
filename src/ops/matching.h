/* matching.h: random pairs of ranks. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_MATCHING_H
#define OPS_MATCHING_H

#include <stdbool.h>
#include "ops/op.h"

/* Number of rounds of --pairs=find and random, whatever the number of ranks. */
enum { MATCHING_ROUNDS = 36, MATCHING_RANDOM = 20 };

/*
 * Sets peer[i] to the peer of rank i, or to MPI_PROC_NULL, and reversed[i]
 * to whether the higher rank of this pair is the origin, in a round of
 * --pairs=find.
 *
 * Rounds take turns in pairing ranks of the same node, ranks of different nodes
 * at the same switch, and ranks at different switches, where there are such
 * ranks. Each matching is made twice, the second time with the directions
 * reversed. In a round, each link carries the messages of all its ranks at
 * once, as far as there are partners for all of them.
 */
void matching_make(int *peer, bool *reversed, int size,
                   const struct op_places *places, int round);

/* The same for --pairs=random: any two ranks may be a pair, in any direction.
 * As many ranks as possible have a peer. */
void matching_random(int *peer, bool *reversed, int size, int seed, int round);

#endif /* OPS_MATCHING_H */
