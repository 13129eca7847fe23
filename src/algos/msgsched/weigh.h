/* weigh.h: what the messages of this rank weigh beside those of all. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WEIGH_H
#define MSGSCHED_WEIGH_H

#include "algos/msgsched/arrange.h"
#include "plan.h"

/*
 * Collective. Fills in weight, heaviest, distance and alpha of the n messages
 * of this rank, whose ranks, nodes and bytes are set. Sums are taken over the
 * messages between nodes; memory for ranks and nodes.
 */
int ms_weigh(const struct msgsched_plan *plan, struct ms_item *items, size_t n,
             struct ms_agree *a);

#endif /* MSGSCHED_WEIGH_H */
