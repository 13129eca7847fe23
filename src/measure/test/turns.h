/* turns.h: turns of 8 launches, told by what was wrong with them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_TEST_TURNS_H
#define MEASURE_TEST_TURNS_H

#include "measure/window.h"

/* A window that has just started, with that slot. */
struct window window_at(double slot, double lead);

/*
 * One turn more. What is not set is as it should be: launches that took 1 us,
 * a span of 8 us, a start message of 2 us, of far too long before a late start.
 */
void window_step(struct window *w, const struct window_config *c,
                 struct turn_outcome what);

#endif /* MEASURE_TEST_TURNS_H */
