/* residual.h: a second check of what a synchronization found. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_RESIDUAL_H
#define CLOCKSYNC_RESIDUAL_H

#include <mpi.h>
#include "clocksync/model.h"

/*
 * Sets m->residual: how far the global clock of this rank is behind rank 0's,
 * by new exchanges along another tree than hca3's, between the leaders of the
 * nodes and below each leader. O(log n). Collective; MPI error code.
 */
int residual_measure(MPI_Comm comm, const struct clock *clock, int d,
                     struct clock_model *m);

#endif /* CLOCKSYNC_RESIDUAL_H */
