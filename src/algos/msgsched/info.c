/* info.c: what an exchange does. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "relay.h"
#include "set.h"

int64_t ms_tcopy(const struct msgsched_plan *p, enum ms_where where)
{
    return p->options.tcopy != MSGSCHED_MEASURED ? p->options.tcopy
                                                 : p->home->costs.tcopy[where];
}

void ms_set_count(const struct msgsched_plan *p, struct ms_set *set)
{
    struct msgsched_info *info = &set->info;

    info->schedule = set->options.schedule;
    info->tcopy_same = ms_tcopy(p, MS_SAME_NODE);
    info->tcopy_other = ms_tcopy(p, MS_OTHER_NODE);
    info->measure_seconds = p->home->costs.seconds;
    info->messages = (int64_t)set->out.npieces;
    for (size_t k = 0; k < set->out.nwires; k++) {
        const struct ms_wire *w = &set->out.wires[k];

        info->wire_messages += w->n > 0; /* the rest are tokens */
        info->bytes += w->bytes;
        info->copied += w->packed ? w->bytes : 0;
        info->largest = w->bytes > info->largest ? w->bytes : info->largest;
    }
    info->wire_bytes = info->bytes;
    info->copied += ms_relay_bytes(set->relay);
    for (size_t k = 0; k < set->in.nwires; k++)
        info->copied += set->in.wires[k].packed ? set->in.wires[k].bytes : 0;
}
