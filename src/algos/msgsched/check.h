/* check.h: are the arguments of a plan as they must be? Local. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_CHECK_H
#define MSGSCHED_CHECK_H

#include "agree.h"

/* Notes the first thing that is wrong with a list of n messages. */
void ms_check_list(struct ms_agree *a, int size, int n,
                   const struct msgsched_message *list);

/* A number that differs where options do. */
uint64_t ms_check_sum(const struct msgsched_options *o, int size, int nnodes);

/* Notes what is wrong with the distances of nodes, if any are given. */
void ms_check_distance(struct ms_agree *a, const int *distance, int nnodes);

#endif /* MSGSCHED_CHECK_H */
