/* residual.h: independent check of the result of a synchronization. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_RESIDUAL_H
#define CLOCKSYNC_RESIDUAL_H

#include <mpi.h>
#include "clocksync/model.h"

/*
 * Sets m->residual: the seconds by which this rank's model of the global clock
 * is behind rank 0's clock. Uses new exchanges along another tree than hca3's,
 * between leaders of nodes and below each leader. O(log n). Collective; returns
 * an MPI error code.
 */
int residual_measure(MPI_Comm comm, const struct clock *clock, int d,
                     struct clock_model *m);

#endif /* CLOCKSYNC_RESIDUAL_H */
