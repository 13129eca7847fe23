/* distance.h: how far the ranks' cores are apart, measured from case to case.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_DISTANCE_H
#define MPIPERF_DISTANCE_H

#include "mpiperf/machine/gauge.h"

/* One-way latency of a cache line from each rank to its neighbour on the node,
 * by gauge `oneway`. Virtual cores move, and sleep states change it. */
struct distance {
    MPI_Comm comm;
    struct neighbours *neighbours; /* the caller's, opened on comm */
    double own;    /* the last that this rank could measure, seconds; NAN: it
                      has none */
    double median; /* of all ranks', rank 0 only */
};

/* Measures for the first time. Collective over comm, and so is the other; MPI
 * error code. */
int distance_open(struct distance *d, MPI_Comm comm,
                  struct neighbours *neighbours);

/* Measures again. *change: the largest factor, 1 or more, by which any rank's
 * latency is another than before; on rank 0, NAN where there is none. */
int distance_measure(struct distance *d, double *change);

#endif /* MPIPERF_DISTANCE_H */
