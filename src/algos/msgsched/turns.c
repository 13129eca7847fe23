/* turns.c: wire messages to one node after the other, in turn. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "cut.h"
#include "sort.h"
#include "way.h"

static const struct ms_item *item_of(const struct ms_cut *c, void *items)
{
    return (const struct ms_item *)items + c->first;
}

static int by_node(const void *a, const void *b, void *items)
{
    int c = ms_order(item_of(a, items)->dst_node, item_of(b, items)->dst_node);

    return c != 0 ? c
                  : ms_order((int64_t)((const struct ms_cut *)a)->first,
                             (int64_t)((const struct ms_cut *)b)->first);
}

static int by_turn(const void *a, const void *b, void *items)
{
    const struct ms_cut *x = a, *y = b;
    int c = ms_order(ms_within_node(item_of(x, items)),
                     ms_within_node(item_of(y, items)));

    if (c == 0)
        c = ms_order((int64_t)x->turn, (int64_t)y->turn);
    return c != 0 ? c : ms_order((int64_t)x->first, (int64_t)y->first);
}

void ms_take_turns(struct ms_item *items, struct ms_cut *cuts, size_t n)
{
    ms_sort(cuts, n, sizeof(*cuts), by_node, items);
    for (size_t i = 0; i < n; i++)
        cuts[i].turn = i > 0 && item_of(&cuts[i - 1], items)->dst_node ==
                                    item_of(&cuts[i], items)->dst_node
                           ? cuts[i - 1].turn + 1
                           : 0;
    ms_sort(cuts, n, sizeof(*cuts), by_turn, items);
}
