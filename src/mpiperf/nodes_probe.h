/* nodes_probe.h: compares the nodes by the collectives of a run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NODES_PROBE_H
#define MPIPERF_NODES_PROBE_H

#include "measure/run.h"
#include "mpiperf/report/report.h"

/* Runs collectives on pairs of nodes after a run, to name slow nodes: of each
 * operation the first case, and the largest size that there is time for; the
 * report gets the readings on rank 0. Collective; returns an MPI error code. */
int nodes_probe(const struct harness *h, const struct run_input *in,
                const struct run_outcome *measured, struct report *report);

#endif /* MPIPERF_NODES_PROBE_H */
