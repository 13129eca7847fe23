/* check.h: --check: is this machine fit to measure on? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CHECK_H
#define MPIPERF_CHECK_H

#include "measure/harness.h"
#include "measure/measuring.h"
#include "mpiperf/machine/runinfo.h"

/*
 * Tries every timer on operations whose time is known, looks at pinning,
 * oversubscription, clock source, one-way latency, states and noise, and prints
 * a verdict on each on rank 0. Collective; 0 when fit, else 1, on all ranks.
 */
int check_run(const struct harness *h, struct runinfo *info,
              const struct measuring *o);

#endif /* MPIPERF_CHECK_H */
