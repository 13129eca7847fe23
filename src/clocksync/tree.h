/* tree.h: clock exchanges along the edges of a tree, many at a time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_TREE_H
#define CLOCKSYNC_TREE_H

#include <mpi.h>
#include <stdbool.h>
#include "clocksync/model.h"
#include "clocksync/pairwise.h"

/*
 * Trees over the n ranks of a communicator, with root 0. A function returns the
 * parent of a rank, or -1 for rank 0. In base 4, the parent's number is the
 * child's with one digit cleared. (Base 2 would need two thirds of the rounds
 * but double the depth, and errors add up along a path.) The two trees below
 * share only edges of rank 0.
 */
typedef int tree_parent_fn(int rank, int n);
tree_parent_fn tree_high; /* clears the highest digit: 7-3, 6-2, 5-1, 4-0 */
tree_parent_fn tree_low;  /* clears the lowest digit: 7-4, 6-4, 5-4, 4-0 */

/*
 * Compares each rank's clock with its parent's; the rank is the client. Takes
 * log n rounds of disjoint pairs; with in_turn, one pair runs at a time while
 * the others sleep. Sets *own to this rank's result, except on rank 0.
 * Collective; returns an MPI error code.
 */
int tree_sweep(MPI_Comm comm, tree_parent_fn *parent, bool in_turn,
               const struct clock *clock, int d, struct pair_offset *own);

/* Pass models down the tree. A rank receives its parent's model, computes its
 * own from it, and sends that to its children. Rank 0 keeps *m. Both return an
 * MPI error code. */
int tree_receive(MPI_Comm comm, tree_parent_fn *parent, struct clock_model *m);
int tree_send(MPI_Comm comm, tree_parent_fn *parent,
              const struct clock_model *m);

#endif /* CLOCKSYNC_TREE_H */
