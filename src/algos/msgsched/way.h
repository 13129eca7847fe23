/* way.h: what the schedules do to messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_WAY_H
#define MSGSCHED_WAY_H

#include "algos/msgsched/arrange.h"

struct ms_way {
    enum {
        MS_BY_CALL, /* as given */
        MS_BY_UNIT, /* as given, but what may go together is adjacent */
        MS_BY_RULE  /* as ms_compare() says */
    } order;
    enum {
        MS_EACH,   /* every message by itself */
        MS_PEER,   /* all of a peer in one, without a copy */
        MS_BUNDLE, /* in bundles of `fixed` bytes */
        MS_GROW    /* in bundles that grow */
    } cut;
    bool across; /* does `across` count? */
};

const struct ms_way *ms_way(const struct msgsched_options *o);

/* Messages of one rank with the same unit may go together: those to a process
 * or, where scope says so, to another node. */
int64_t ms_unit(const struct msgsched_options *o, const struct ms_item *item);

static inline bool ms_together(const struct msgsched_options *o,
                               const struct ms_item *a, const struct ms_item *b)
{
    return ms_unit(o, a) == ms_unit(o, b);
}

static inline bool ms_within_node(const struct ms_item *item)
{
    return item->src_node == item->dst_node;
}

#endif /* MSGSCHED_WAY_H */
