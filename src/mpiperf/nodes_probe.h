/* nodes_probe.h: compares the nodes by the collectives of a run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NODES_PROBE_H
#define MPIPERF_NODES_PROBE_H

#include "measure/run.h"
#include "mpiperf/report/report.h"

/* A run whose cases have been measured. */
struct nodes_probe {
    const struct harness *harness;
    const struct measuring *how;
    const struct bench_case *cases;
    size_t n;
    const struct run_outcome *measured;
    struct report *report; /* gets the readings, on rank 0 */
};

/* Runs collectives on pairs of nodes, to name slow nodes: of each operation the
 * first case, and the largest size that there is time for. Collective; returns
 * an MPI error code. */
int nodes_probe(const struct nodes_probe *p);

#endif /* MPIPERF_NODES_PROBE_H */
