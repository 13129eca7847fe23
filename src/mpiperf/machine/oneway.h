/* oneway.h: how fast a cache line travels between two ranks of a node, and
 * whether their clocks respect cause and effect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_ONEWAY_H
#define MPIPERF_ONEWAY_H

#include <mpi.h>
#include "timers/timer.h"

/*
 * Collective over a node's ranks. Rank 0 of node plays ping-pong with every
 * other rank in turn in one page of shared memory. *latency: seconds one way,
 * median; NAN on rank 0, and where there is no such memory or the other rank
 * does not get a core of its own.
 *
 * agree[i] for each of the n clocks: enum causality of pingpong.h, as this rank
 * and its partners saw it. A clock without timer is left out. MPI error code.
 */
int oneway_measure(MPI_Comm node, const struct clock *clocks, int n,
                   double *latency, int *agree);

#endif /* MPIPERF_ONEWAY_H */
