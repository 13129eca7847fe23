/* pass.h: one pass of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/session.h"
#include "measure/track.h"

/*
 * A pass of the case with all algorithms: warm-up, then rounds. Collective over
 * h->comm; ranks outside the communicator sleep until it is done. The track
 * goes on on rank 0. Returns an MPI error code, the same on all
 * ranks.
 */
int pass_run(const struct session *b, struct track *t,
             const struct pass_limits *limits);

#endif /* MEASURE_PASS_H */
