/* timercheck.h: all timers on all ranks: opened, checked, and one chosen. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TIMERCHECK_H
#define MPIPERF_TIMERCHECK_H

#include "mpiperf/machine/placement.h"
#include "mpiperf/machine/runinfo.h"

/* Opens every timer, or `wanted` alone where that is not NULL; one calibration
 * a node. Fills ri->timers. Collective; MPI error codes, as below. */
int timercheck_open(struct runinfo *ri, const struct placement *p,
                    const struct timer *wanted);
/* Their quality, over QUALITY_SECONDS. */
#define QUALITY_SECONDS 0.1
int timercheck_quality(struct runinfo *ri, const struct placement *p);
/* Do the ranks of a node agree on the time? With ri->neighbours. */
int timercheck_cores(struct runinfo *ri, const struct placement *p);

/*
 * Chooses the clock: `wanted`, or the first fit one where that is NULL (any
 * that can be read where none is fit and `any` is set). 0, or -1 with *cause
 * malloced. Needs no communication: all ranks know the same.
 */
int timercheck_choose(struct runinfo *ri, const struct timer *wanted, bool any,
                      char **cause);

/* What is known of a clock. Of several verdicts the smallest counts. */
enum causality { CAUSALITY_BROKEN, CAUSALITY_HOLDS, CAUSALITY_UNTESTED };

/*
 * Each rank hands a stamped line to and fro with its neighbours. agree[i], set
 * by the caller, is lowered to this rank's verdict on clock i of n. Clocks
 * without timer, or whose readings mean nothing to another process, are not
 * tested. Called by all ranks of the node with the same clocks, at about the
 * same time.
 */
void causality_test(struct neighbours *neighbours, const struct clock *clocks,
                    int n, int *agree);

#endif /* MPIPERF_TIMERCHECK_H */
