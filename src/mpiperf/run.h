/* run.h: a run, from opening the outputs to closing them; agreement of all
 * ranks on the exit status. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "mpiperf/machine/runinfo.h"
#include "mpiperf/options/options.h"

/* Measures, and returns the exit status. Collective over MPI_COMM_WORLD, as all
 * functions here. */
int run_all(const struct options *o, const struct startup *start);

/* Returns the largest of all ranks' values, so that all ranks fail if one does.
 * If it is not 0, prints the cause of the lowest rank that has one. Frees
 * `cause`. */
int cause_agree(int value, char *cause);

#endif /* MPIPERF_RUN_H */
