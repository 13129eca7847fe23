/* pass.h: one pass of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/session.h"
#include "measure/track.h"

/*
 * A pass of the case with all algorithms: warm-up, then rounds. Collective over
 * h->comm; ranks outside the communicator sleep until it is done. The track
 * goes on on rank 0. Returns the worst MPI error code of all ranks.
 * *mismatches: wrong results of all ranks, on all.
 */
int pass_run(struct session *b, struct track *t,
             const struct pass_limits *limits, long *mismatches);

#endif /* MEASURE_PASS_H */
