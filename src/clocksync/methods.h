/* methods.h: the clock synchronizations, and what they share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_METHODS_H
#define CLOCKSYNC_METHODS_H

#include "clocksync/clocksync.h"
#include "clocksync/pairwise.h"

extern const struct clocksync clocksync_auto, clocksync_linear, clocksync_ring,
    clocksync_hca3, clocksync_none;

/*
 * Is pair i's round trip, of n (0: no such pair), a scheduler's time slice
 * rather than a network's latency, judged by the fastest pair? Pure.
 */
bool pair_implausible(const double *rtt, int n, int i);

/*
 * Repeats, one after another, the exchanges that look spoilt, a few times at
 * most. Each rank is the client of at most one pair, with reference_of(its
 * rank, n), -1 for none; *own is that pair's result. Collective.
 */
int pairs_repeat(MPI_Comm comm, const struct clock *clock, int d,
                 int (*reference_of)(int rank, int n), struct pair_offset *own);

#endif /* CLOCKSYNC_METHODS_H */
