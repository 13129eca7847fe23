/* set.h: both sides of a set of messages, as they go over the wire. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SET_H
#define MSGSCHED_SET_H

#include "plan.h"

/* Collective: arranges what is sent as the schedule says, which is not AUTO,
 * tells the receivers, finds the receives, and opens the engine. The lists are
 * checked. Not on all ranks but one: on none. */
int ms_set_make(struct msgsched_plan *plan, enum msgsched_schedule schedule,
                int nsend, const struct msgsched_message sends[], int nrecv,
                const struct msgsched_message recvs[], struct ms_set **set,
                struct ms_agree *a);
/* Collective. */
void ms_set_free(struct ms_set *set);

/* What one exchange of it does, in set->info. */
void ms_set_count(const struct msgsched_plan *plan, struct ms_set *set);
/* Bytes from which on messages go by themselves. */
int64_t ms_tcopy(const struct msgsched_plan *plan, enum ms_where where);

#endif /* MSGSCHED_SET_H */
