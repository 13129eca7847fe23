/* share_told.h: what sources tell of bundles for several ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_SHARE_TOLD_H
#define MSGSCHED_SHARE_TOLD_H

#include "mail.h"
#include "route.h"

/* To an owner: messages that are adjacent in a bundle. */
struct ms_run_told {
    int64_t at; /* place in the bundle */
    int wire;   /* number among what ms_tell() told as wire messages */
    int carrier;
    int bundle; /* number among those of the source to the carrier */
    int pieces;
};

/* To a carrier: an owner of a bundle. */
struct ms_part_told {
    int64_t bytes; /* that are its */
    int owner;
    int last; /* of the bundle */
};

/* Collective. The inboxes are to be freed in any case. */
int ms_shares_tell(const struct msgsched_plan *plan, const struct ms_side *out,
                   const struct ms_route *route, struct ms_inbox *runs,
                   struct ms_inbox *parts, struct ms_agree *a);

#endif /* MSGSCHED_SHARE_TOLD_H */
