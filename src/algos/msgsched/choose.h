/* choose.h: all ranks choose one schedule. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_CHOOSE_H
#define MSGSCHED_CHOOSE_H

#include "algos/msgsched/arrange.h"
#include "plan.h"

/*
 * Collective. *schedule becomes the one with which the slowest rank should be
 * the fastest. The n messages of this rank are weighed already, and are in
 * another order afterwards; cuts has room for n.
 */
int ms_choose_all(const struct msgsched_plan *plan, struct ms_item *items,
                  size_t n, struct ms_cut *cuts,
                  enum msgsched_schedule *schedule);

#endif /* MSGSCHED_CHOOSE_H */
