/* calls.h: the cases that the profile of a program makes (--program). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CALLS_H
#define MPIPERF_CALLS_H

#include "mpiperf/options/plan.h"

/* Reads the profile FILE of --program, which must be of `world` ranks and of
 * the MPI library `mpi`. Returns what calls_plan() needs of it, a new
 * reference: {"name": text, "seconds": x, "ranks": n, "calls": [records]}; NULL
 * with a malloced *cause. */
json_t *calls_read(const struct options *o, int world, const char *mpi,
                   char **cause);

/* Adds to the plan a case for all calls of o->calls that are alike: the fewest
 * cases in which the program spends 95 % of the work of the operations asked
 * for, ordered by the work of their operations. With --arrival=program each is
 * there twice, without delays and with them. Pure. */
void calls_plan(struct plan *p, const struct options *o);

#endif /* MPIPERF_CALLS_H */
