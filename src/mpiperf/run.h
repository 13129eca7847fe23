/* run.h: a run, from opening the outputs to closing them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_RUN_H
#define MPIPERF_RUN_H

#include "mpiperf/options/options.h"

/* Collective over MPI_COMM_WORLD; the status to exit with, see status.h. */
int run_all(const struct options *o, int argc, char **argv);

#endif /* MPIPERF_RUN_H */
