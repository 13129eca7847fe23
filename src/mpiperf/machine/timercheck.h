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
/* Their quality; takes 0.1 s. */
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

/*
 * Each rank hands a stamped line to and fro with its neighbours; cores_agree,
 * which is CAUSALITY_UNTESTED before, becomes this rank's verdict. Timers that
 * are refused, or whose readings mean nothing to another process, are not
 * tested. Called by all ranks of the node with the same timers, at about the
 * same time.
 */
void causality_test(struct neighbours *neighbours, struct timer_entry *timers,
                    size_t n);

#endif /* MPIPERF_TIMERCHECK_H */
