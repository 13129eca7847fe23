/* check.h: --check: decides whether this machine is fit for measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "machine/runinfo.h"
#include "measure/harness.h"

/*
 * Examines the timers, the placement of the ranks and the other activity of the
 * machine. Rank 0 prints one line for each: a verdict, the subject, the
 * finding, and advice. Collective; returns on all ranks 0 if the machine is
 * fit, else 1. If unfit != NULL, nothing is printed, and *unfit on rank 0
 * becomes the first UNFIT line, malloced, or NULL.
 */
int check_run(const struct harness *h, struct runinfo *info, char **unfit);

#endif /* MPIPERF_CHECK_H */
