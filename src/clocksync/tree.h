/* tree.h: pairs of ranks along a tree, many at a time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_TREE_H
#define CLOCKSYNC_TREE_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "clocksync/pairwise.h"

/*
 * Trees over the n ranks of a communicator, rank 0 the root, by the parent of a
 * rank, which lacks one digit of it in base 4; -1 for rank 0's. A tree in base
 * 2 takes two thirds of the rounds, but is twice as deep, and errors add up
 * along the way. The two have no edges in common but those with rank 0.
 */
typedef int tree_parent_fn(int rank, int n);
tree_parent_fn tree_high; /* without the highest digit: 7-3, 6-2, 5-1, 4-0 */
tree_parent_fn tree_low;  /* without the lowest: 7-4, 6-4, 5-4, 4-0 */

/*
 * Every rank is the client of its parent once: log n rounds, each of pairs that
 * share no rank; with in_turn one pair after another while the others sleep.
 * *own is the rank's pair with its parent; on rank 0 it is left alone.
 * Collective; MPI error code.
 */
int tree_sweep(MPI_Comm comm, tree_parent_fn *parent, bool in_turn,
               const struct clock *clock, int d, struct pair_offset *own);

/* Models go down: each rank receives its parent's (rank 0 none, *m is then left
 * alone), and sends its own, made with it, to its children. MPI error codes. */
int tree_receive(MPI_Comm comm, tree_parent_fn *parent, struct clock_model *m);
int tree_send(MPI_Comm comm, tree_parent_fn *parent,
              const struct clock_model *m);

#endif /* CLOCKSYNC_TREE_H */
