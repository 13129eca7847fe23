/* counted.h: which launches of a turn count, into its row. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_COUNTED_H
#define MPIPERF_COUNTED_H

#include "measure/control.h"

/* Adds a turn's launches to the row's result: how many were valid, late or
 * over, and of those that count the times, spans and figures; and tells the
 * row's window. c->counted is which count. */
void counted_turn(struct control *c, struct row *row,
                  const struct turn_outcome *s, const struct turn_order *order,
                  const struct turn_report *report);

/* What the turn looked like to a window. */
struct turn_outcome counted_outcome(const struct control *c,
                                    const struct turn_order *order,
                                    const struct turn_report *report);

#endif /* MPIPERF_COUNTED_H */
