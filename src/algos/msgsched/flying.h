/* flying.h: exchanges of this process that have wire messages left to post. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_FLYING_H
#define MSGSCHED_FLYING_H

#include "plan.h"

/* From the start of an exchange to its end, which its owner sees. */
void ms_flying_add(struct msgsched_plan *plan);
void ms_flying_remove(struct msgsched_plan *plan);

/*
 * A rank that waits for one exchange still sends the messages of all others:
 * otherwise ranks that wait for them in another order would wait for ever.
 * Makes progress with all but `self`, whose caller holds its lock, and says
 * whether one of them still has messages to post. A plan that another thread is
 * using is left to that thread.
 */
bool ms_flying_push(const struct msgsched_plan *self);

/* Progress of a plan whose lock is held. A failure ends the exchange: what was
 * posted is cancelled, and plan->error keeps the error class. */
void ms_progress(struct msgsched_plan *plan, enum ms_until until);
void ms_broken(struct msgsched_plan *plan, int rc);

#endif /* MSGSCHED_FLYING_H */
