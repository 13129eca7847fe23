/* calls.h: makes cases from the profile of a program (--program). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CALLS_H
#define MPIPERF_CALLS_H

#include "mpiperf/options/plan.h"

/* Reads the profile FILE of --program, which must have `world` ranks and the
 * MPI library `mpi`. Returns its data for calls_plan(), a new reference:
 * {"name": text, "seconds": x, "ranks": n, "calls": [records]}; NULL with a
 * malloced *cause. */
json_t *calls_read(const struct options *o, int world, const char *mpi,
                   char **cause);

/* Adds cases to the plan: similar calls of o->calls make one case. Keeps the
 * smallest number of cases that cover 95 % of the program's work in the
 * requested operations, sorted by the work of their operations. With
 * --arrival=program, each case is planned twice: without and with delays.
 * Pure. */
void calls_plan(struct plan *p, const struct options *o);

#endif /* MPIPERF_CALLS_H */
