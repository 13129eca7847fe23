/* auto.c: which schedule should be the fastest, by a model. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "auto.h"

#include <math.h>

#include "way.h"

const enum msgsched_schedule ms_candidates[MS_CANDIDATES] = {
    MSGSCHED_WINDOW, MSGSCHED_DATATYPE, MSGSCHED_FIXED,
    MSGSCHED_MERGE,  MSGSCHED_BOTH,
};

/* When the processor and the link are done with what they were given. */
struct pipeline {
    double processor, link;
};

/* Seconds to pack it, or to unpack it. */
static double copy(const struct msgsched_options *o, const struct ms_costs *c,
                   const struct ms_cut *cut)
{
    if (ms_way(o)->cut == MS_CUT_PEER)
        return cut->n > 1 ? c->block * (double)cut->n : 0.0;
    return cut->packed
               ? c->piece * (double)cut->n + (double)cut->bytes / c->copy
               : 0.0;
}

static void send(struct pipeline *p, const struct ms_costs *c,
                 const struct ms_item *item, int64_t bytes)
{
    bool same = item->where == MS_SAME_NODE;
    double message = c->message[item->where];
    double wire = (double)bytes / c->wire[item->where];

    if (!same)
        p->link = fmax(p->processor, p->link) + message + wire;
    p->processor += same ? message + wire : message;
}

double ms_predict(const struct msgsched_options *o,
                  const struct ms_costs *costs, struct ms_item *items, size_t n,
                  struct ms_cut *cuts)
{
    struct pipeline p = {0};
    double unpack = 0;

    if (o->schedule == MSGSCHED_DATATYPE && costs->block <= 0)
        return INFINITY;
    n = ms_arrange(o, items, n, cuts);
    for (size_t i = 0; i < n; i++) {
        /* the one before is unpacked while this one is on its way */
        p.processor += unpack;
        unpack = copy(o, costs, &cuts[i]);
        p.processor += unpack;
        send(&p, costs, &items[cuts[i].first], cuts[i].bytes);
    }
    return fmax(p.processor, p.link) + unpack;
}

enum msgsched_schedule ms_choose(const double seconds[MS_CANDIDATES], bool far)
{
    const double same = 1.02;
    double least = INFINITY;
    int i = 0;

    for (int k = 0; k < MS_CANDIDATES; k++)
        least = fmin(least, seconds[k]);
    while (i < MS_CANDIDATES - 1 && !(seconds[i] <= same * least))
        i++;
    return ms_candidates[i] == MSGSCHED_MERGE && far ? MSGSCHED_BOTH
                                                     : ms_candidates[i];
}
