/* methods.h: methods of clock synchronization, and their helper functions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_METHODS_H
#define CLOCKSYNC_METHODS_H

#include "clocksync/clocksync.h"
#include "clocksync/pairwise.h"

extern const struct clocksync clocksync_auto, clocksync_linear, clocksync_ring,
    clocksync_hca3, clocksync_none;

/*
 * True if pair i's round trip, compared with the fastest of n pairs, looks like
 * a scheduler's time slice rather than a network latency. rtt[i] is 0 if there
 * is no pair i. Pure.
 */
bool pair_implausible(const double *rtt, int n, int i);

/*
 * Repeats the exchanges of pairs with implausible round trips, one pair after
 * the other, a few times at most. In a pair, client r compares clocks with rank
 * reference_of(r, n); rank r is no client if that is -1. *own: result of the
 * pair in which this rank is the client. Collective; returns an MPI error code.
 */
int pairs_repeat(MPI_Comm comm, const struct clock *clock, int d,
                 int (*reference_of)(int rank, int n), struct pair_offset *own);

/*
 * Checks a method's result: sets m->residual, the seconds by which this rank's
 * model of global time is behind rank 0's clock. Exchanges new messages, along
 * another tree than hca3's: between leaders of nodes, and below each leader.
 * O(log n). Collective; returns an MPI error code.
 */
int residual_measure(MPI_Comm comm, const struct clock *clock, int d,
                     struct clock_model *m);

#endif /* CLOCKSYNC_METHODS_H */
