/* timercheck.h: opens and checks all timers on all ranks, and chooses one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TIMERCHECK_H
#define MPIPERF_TIMERCHECK_H

#include "mpiperf/machine/placement.h"
#include "mpiperf/machine/runinfo.h"

/* Opens every timer, or only `wanted` unless that is NULL, and fills in
 * ri->timers. The ranks of a node share one calibration. Collective, as are the
 * next two; returns an MPI error code. */
int timercheck_open(struct runinfo *ri, const struct placement *p,
                    const struct timer *wanted);
/* Measures the quality of the open timers; takes 0.1 s. */
int timercheck_quality(struct runinfo *ri, const struct placement *p);
/* Checks with ri->neighbours whether the clocks of a node's ranks agree. */
int timercheck_cores(struct runinfo *ri, const struct placement *p);

/*
 * Chooses the clock: `wanted`, or if that is NULL the first fit timer, or if
 * none is fit and `any` is set the first readable one. Returns 0, or -1 with
 * *cause malloced. Needs no communication, since all ranks have the same data.
 */
int timercheck_choose(struct runinfo *ri, const struct timer *wanted, bool any,
                      char **cause);

/*
 * Tests on this rank whether clock readings respect cause and effect: each rank
 * exchanges timestamped cache lines with its neighbours. Sets cores_agree,
 * which must be CAUSALITY_UNTESTED, of each timer to this rank's result. Skips
 * timers that are refused and those whose readings other processes cannot
 * compare. All ranks of the node call this at about the same time with the same
 * timers.
 */
void causality_test(struct neighbours *neighbours, struct timer_entry *timers,
                    size_t n);

#endif /* MPIPERF_TIMERCHECK_H */
