/* cut.h: arranged messages become wire messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_CUT_H
#define MSGSCHED_CUT_H

#include "algos/msgsched/arrange.h"

/* Cuts the arranged messages of a rank in their order; returns how many cuts.
 */
size_t ms_cut(const struct msgsched_options *o, const struct ms_item *items,
              size_t n, struct ms_cut *cuts);

/* One cut to each node in turn; those within the node last. */
void ms_take_turns(struct ms_item *items, struct ms_cut *cuts, size_t n);

#endif /* MSGSCHED_CUT_H */
