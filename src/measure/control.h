/* control.h: decisions of rank 0 on the turns of a case. These functions send
 * no messages: they get the time and the results of turns, and return
 * orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_CONTROL_H
#define MEASURE_CONTROL_H

#include "measure/case_state.h"

/* Begins a pass. Windows and round numbers are kept. */
void control_pass(struct case_state *t, const struct pass_limits *limits);
/* Ends a pass: computes its results, frees data of launches that later passes
 * do not need, and decides for each row whether to stop. */
void control_passed(struct case_state *t);
/* Sets *order to the next turn, at global time `now`; false when the pass is
 * over. Rows with a `reason` get no turns. */
bool control_next(struct case_state *t, double now, struct turn_order *order);
/* Stores the results of the ordered turn, at global time `now`. */
void control_account(struct case_state *t, const struct turn_order *order,
                     const struct turn_times *report, double now);

#endif /* MEASURE_CONTROL_H */
