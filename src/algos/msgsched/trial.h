/* trial.h: which schedule is the fastest for a set of messages: all are tried.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TRIAL_H
#define MSGSCHED_TRIAL_H

#include "plan.h"

/*
 * Collective: makes the set under every candidate, and exchanges it in memory
 * of its own, where messages lie as they do in the caller's, several times,
 * until that has taken as long as 100 exchanges under the fastest, and over 1
 * s. What counts is the rank that takes longest. All ranks get the same
 * *schedule. BOTH, untried, where a rank has no memory for it, or its messages
 * take over 64 MiB. Where a rank has over 4096 messages, what posts all of them
 * at once is not tried. The plan itself is not changed; the lists are checked.
 * What a candidate refuses, but for want of memory, the set is refused for.
 */
int ms_try(const struct msgsched_plan *plan, int nsend,
           const struct msgsched_message sends[], int nrecv,
           const struct msgsched_message recvs[],
           enum msgsched_schedule *schedule, struct ms_agree *a);

#endif /* MSGSCHED_TRIAL_H */
