/* stages.h: stages of 8 launches, told by what was wrong with them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_STAGES_H
#define MPIPERF_TEST_STAGES_H

#include "mpiperf/methods/window.h"

/* A window that has just started, with that slot. */
struct window window_at(double slot, double lead);

/*
 * One stage more. What is not set is as it should be: launches that took 1 us,
 * a span of 8 us, a start message of 2 us, of far too long before a late start.
 */
void window_step(struct window *w, const struct window_config *c,
                 struct stage_outcome what);

#endif /* MPIPERF_TEST_STAGES_H */
