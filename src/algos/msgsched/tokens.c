/* tokens.c: how many ranks of a node send at a time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tokens.h"

#include <string.h>

/* The rank `places` behind this one on its node, or before it with step -1;
 * -1: none. */
static int neighbor(const struct msgsched_plan *plan, int places, int step)
{
    int me = plan->home->rank;

    for (int r = me + step; r >= 0 && r < plan->home->size; r += step)
        if (plan->where[r] == plan->where[me] && --places == 0)
            return r;
    return -1;
}

/* Behind all other wire messages from that rank. */
static size_t insert(struct ms_side *in, int peer)
{
    size_t k = in->nwires;

    while (k > 0 && in->wires[k - 1].peer > peer)
        k--;
    memmove(&in->wires[k + 1], &in->wires[k],
            (in->nwires++ - k) * sizeof(*in->wires));
    in->wires[k] = (struct ms_wire){.peer = peer};
    return k;
}

void ms_tokens_add(struct ms_tokens *t, const struct msgsched_plan *plan,
                   struct ms_set *set)
{
    int senders = plan->options.senders, from, to;

    *t = (struct ms_tokens){.in = MS_NO_TOKEN, .out = MS_NO_TOKEN};
    if (set->options.schedule != MSGSCHED_THROTTLE)
        return;
    from = neighbor(plan, senders, -1);
    to = neighbor(plan, senders, 1);
    if (from >= 0)
        t->in = insert(&set->in, from);
    if (to >= 0) {
        t->out = set->out.nwires++;
        set->out.wires[t->out] = (struct ms_wire){.peer = to};
    }
}
