/* distance.h: how far the ranks' cores are apart, watched from case to case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_DISTANCE_H
#define MPIPERF_DISTANCE_H

#include <mpi.h>

/* One-way latency of a cache line between each rank and the first one of its
 * node: see machine/oneway.h. Virtual cores move, and sleep states change it. */
struct distance {
    MPI_Comm comm, node;
    double own;    /* the last that this rank could measure, seconds; NAN: it
                      has none */
    double median; /* of all ranks', rank 0 only */
};

/* Collective over comm, and so are the others; MPI error code. */
int distance_open(struct distance *d, MPI_Comm comm);
void distance_close(struct distance *d);

/* Measures again. *change: the largest factor, 1 or more, by which any rank's
 * latency is another than before; on rank 0, NAN where there is none. */
int distance_measure(struct distance *d, double *change);

#endif /* MPIPERF_DISTANCE_H */
