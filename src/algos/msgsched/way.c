/* way.c: what the schedules do to messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "way.h"

static const struct ms_way ways[] = {
    [MSGSCHED_DIRECT] = {MS_BY_CALL, MS_EACH, false},
    [MSGSCHED_PERSISTENT] = {MS_BY_CALL, MS_EACH, false},
    [MSGSCHED_WINDOW] = {MS_BY_CALL, MS_EACH, false},
    [MSGSCHED_FIXED] = {MS_BY_UNIT, MS_BUNDLE, true},
    [MSGSCHED_THROTTLE] = {MS_BY_CALL, MS_EACH, false},
    [MSGSCHED_DATATYPE] = {MS_BY_UNIT, MS_PEER, false},
    [MSGSCHED_NEIGHBOR] = {MS_BY_UNIT, MS_PEER, false},
    [MSGSCHED_REORDER] = {MS_BY_RULE, MS_EACH, true},
    [MSGSCHED_MERGE] = {MS_BY_UNIT, MS_GROW, true},
    [MSGSCHED_BOTH] = {MS_BY_RULE, MS_GROW, true},
};

const struct ms_way *ms_way(const struct msgsched_options *o)
{
    return &ways[o->schedule];
}

int64_t ms_unit(const struct msgsched_options *o, const struct ms_item *item)
{
    const struct ms_way *way = ms_way(o);

    /* nodes come behind all ranks */
    if (o->scope == MSGSCHED_SCOPE_NODE && !ms_within_node(item) &&
        (way->cut == MS_BUNDLE || way->cut == MS_GROW))
        return INT64_C(1) << 32 | item->dst_node;
    return item->dst;
}
