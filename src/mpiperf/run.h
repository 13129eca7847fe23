/* run.h: a whole run, from opening the outputs to closing them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "machine/runinfo.h"
#include "measure/watchdog.h"
#include "mpiperf/options/options.h"

/* Makes the run, or one after another the runs of n lines that name benchmarks,
 * and returns the exit status. Collective over MPI_COMM_WORLD. */
int run_all(const struct options *o, size_t n, const struct startup *start,
            struct watchdog *watchdog);

#endif /* MPIPERF_RUN_H */
