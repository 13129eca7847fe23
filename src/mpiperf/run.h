/* run.h: a run, from opening the outputs to closing them, and how the program
 * ends, the same on all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "mpiperf/machine/runinfo.h"
#include "mpiperf/options/options.h"

/* Measures, and returns the exit status. Collective over MPI_COMM_WORLD, as all
 * functions here. */
int run_all(const struct options *o, const struct startup *start);

/* The largest of all ranks' values: any rank's failure is everybody's. Unless
 * it is 0, prints the cause of the lowest rank that has one, once. Frees all.
 */
int cause_agree(int value, char *cause);

#endif /* MPIPERF_RUN_H */
