/* glances.h: when the gauges are read in a visit. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_GLANCES_H
#define MPIPERF_GLANCES_H

#include "mpiperf/measure/control.h"

/*
 * A visit opens and closes with a reading, and has one behind each round
 * between them, where there is time for it. With slots, which end at the same
 * time on all ranks, readings between rounds come along with the round's last
 * stage. All others have an order of their own, without launches: until then a
 * rank that is through would read while its neighbour is still in its launch.
 */

/* Are they read behind the stage that is about to be ordered? */
bool glance_behind(const struct control *c, const struct row *row, double now);

/* Orders a reading, ahead of the first round that counts: of the row that is
 * about to begin it. False: none is due. */
bool glance_ahead(const struct control *c, const struct row *row, double now,
                  struct stage_order *order);

/* Orders one where a round has ended, and the visit if `last`. */
bool glance_between(const struct control *c, bool last, double now,
                    struct stage_order *order);

/* Takes in the reading that came with a stage, or alone. */
void glance_account(struct control *c, const struct stage_order *order,
                    const struct glance *g);

#endif /* MPIPERF_GLANCES_H */
