/* pass.h: one pass of a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PASS_H
#define MEASURE_PASS_H

#include "measure/session.h"
#include "measure/case_state.h"

/*
 * Measures a pass of the case with all algorithms: warm-up, then rounds.
 * Collective over the harness's communicator; ranks outside the case sleep
 * until it ends. renew: compare the ranks' clocks before the pass; equal on all
 * ranks. Returns an MPI error code.
 */
int pass_run(const struct session *b, struct case_state *t,
             const struct pass_limits *limits, bool renew);

#endif /* MEASURE_PASS_H */
