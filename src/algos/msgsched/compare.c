/* compare.c: Algorithm 1, which of two messages goes first. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrange.h"

#include "sort.h"
#include "way.h"

static int by_distance(const struct msgsched_options *o, int64_t a, int64_t b)
{
    switch (o->dist) {
    case MSGSCHED_NEAR_FIRST:
        return ms_order(a, b);
    case MSGSCHED_FAR_FIRST:
        return ms_order(b, a);
    default:
        return 0;
    }
}

static int by_weight(const struct msgsched_options *o, int64_t a, int64_t b)
{
    return o->heavy == MSGSCHED_HEAVY_FIRST ? ms_order(b, a) : ms_order(a, b);
}

static int by_nodes(const struct msgsched_options *o, const struct ms_item *a,
                    const struct ms_item *b)
{
    int c = by_weight(o, a->heaviest, b->heaviest);

    if (c == 0)
        c = ms_order(a->src_node, b->src_node);
    return c != 0 ? c : ms_order(a->dst_node, b->dst_node);
}

static int by_identity(const struct ms_item *a, const struct ms_item *b)
{
    int c = ms_order(a->src, b->src);

    if (c == 0)
        c = ms_order(a->dst, b->dst);
    return c != 0 ? c : ms_order(a->seq, b->seq);
}

int ms_compare(const struct msgsched_options *o, const struct ms_item *a,
               const struct ms_item *b)
{
    /* those within a node come last */
    int c = ms_order(ms_within_node(a), ms_within_node(b));

    if (c == 0)
        c = by_distance(o, a->distance, b->distance);
    if (c == 0 && o->group)
        c = by_nodes(o, a, b);
    if (c == 0)
        c = by_weight(o, a->weight, b->weight);
    return c != 0 ? c : by_identity(a, b);
}
