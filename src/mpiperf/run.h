/* run.h: a whole run, from opening the outputs to closing them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "machine/runinfo.h"
#include "measure/watchdog.h"
#include "mpiperf/options/options.h"

/* Returns the maximum of `value` over all ranks, so that all ranks fail if one
 * does. If it is not 0, prints the cause of the lowest rank that has one. Frees
 * `cause`. Collective over MPI_COMM_WORLD. */
int cause_agree(int value, char *cause);

/* Makes the run, or one after another the runs of n lines that name benchmarks,
 * and returns the exit status. Collective over MPI_COMM_WORLD. */
int run_all(const struct options *o, size_t n, const struct startup *start,
            struct watchdog *watchdog);

#endif /* MPIPERF_RUN_H */
