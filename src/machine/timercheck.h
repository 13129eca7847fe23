/* timercheck.h: opens and checks all timers on all ranks, and chooses one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MACHINE_TIMERCHECK_H
#define MACHINE_TIMERCHECK_H

#include "machine/placement.h"
#include "machine/runinfo.h"

/* Opens every timer, or only `wanted` unless it is NULL, and fills ri->timers.
 * The ranks of a node share one calibration. Collective, like the next two
 * functions; returns an MPI error code. */
int timercheck_open(struct runinfo *ri, const struct placement *p,
                    const struct timer *wanted);
/* Measures the quality of the open timers; takes 0.1 s. */
int timercheck_quality(struct runinfo *ri, const struct placement *p);
/* Checks with ri->neighbours whether the clocks of a node's ranks agree. */
int timercheck_cores(struct runinfo *ri, const struct placement *p);

/*
 * Chooses the clock: `wanted`; if that is NULL, the first fit timer; if none is
 * fit and `any` is set, the first that can be read. Returns 0, or -1 with a
 * malloced *cause. Needs no communication: all ranks have the same data.
 */
int timercheck_choose(struct runinfo *ri, const struct timer *wanted, bool any,
                      char **cause);

/*
 * Tests whether clock readings respect cause and effect: this rank exchanges
 * timestamped cache lines with its neighbours. For each timer, sets
 * cores_agree, which must be CAUSALITY_UNTESTED before, to this rank's result.
 * Skips timers that are refused and those whose readings cannot be compared
 * between processes. All ranks of the node must call this at about the same
 * time, with the same timers.
 */
void causality_test(struct neighbours *neighbours, struct timer_entry *timers,
                    size_t n);

#endif /* MACHINE_TIMERCHECK_H */
