/* gather.h: a stage as all ranks saw it, on rank 0. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GATHER_H
#define MPIPERF_GATHER_H

#include <mpi.h>
#include "mpiperf/measure/control.h"
#include "mpiperf/measure/stage.h"

/* The largest of every figure over the ranks, in *all on rank 0, and of their
 * error codes in *failed. Collective; an MPI error code. */
int gather_report(MPI_Comm comm, const struct stage_order *order,
                  const struct stage_times *mine, struct stage_report *all,
                  int *failed);

/* --samples: every rank's durations, added to *r. Collective; r is NULL, and
 * ctl not used, on all ranks but 0. */
int gather_samples(MPI_Comm comm, const struct control *ctl,
                   const struct stage_order *order,
                   const struct stage_report *report,
                   const struct stage_times *mine, struct result *r);

#endif /* MPIPERF_GATHER_H */
