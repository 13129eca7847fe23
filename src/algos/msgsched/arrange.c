/* arrange.c: in which order messages go, and which ones together. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrange.h"

#include <math.h>

#include "cut.h"
#include "sort.h"
#include "way.h"

double ms_alpha(int out, int in)
{
    int degree = out > in ? out : in;

    return 1.5 + (degree > 1 ? log2(degree) : 0.0);
}

static int by_call(const void *a, const void *b, void *options)
{
    (void)options;
    return ms_order(((const struct ms_item *)a)->seq,
                    ((const struct ms_item *)b)->seq);
}

static int by_unit(const void *a, const void *b, void *options)
{
    int c = ms_order(ms_unit(options, a), ms_unit(options, b));

    return c != 0 ? c : by_call(a, b, options);
}

static int by_first(const void *a, const void *b, void *options)
{
    int c = ms_order(((const struct ms_item *)a)->first,
                     ((const struct ms_item *)b)->first);

    return c != 0 ? c : by_call(a, b, options);
}

static int by_rule(const void *a, const void *b, void *options)
{
    return ms_compare(options, a, b);
}

/* What may go together becomes adjacent; otherwise in the order of the call. */
static void gather(struct msgsched_options *o, struct ms_item *items, size_t n)
{
    ms_sort(items, n, sizeof(*items), by_unit, o);
    for (size_t i = 0; i < n; i++)
        items[i].first = i > 0 && ms_together(o, &items[i - 1], &items[i])
                             ? items[i - 1].first
                             : items[i].seq;
    ms_sort(items, n, sizeof(*items), by_first, o);
}

size_t ms_arrange(const struct msgsched_options *options, struct ms_item *items,
                  size_t n, struct ms_cut *cuts)
{
    struct msgsched_options o = *options;
    const struct ms_way *way = ms_way(&o);

    switch (way->order) {
    case MS_BY_CALL:
        ms_sort(items, n, sizeof(*items), by_call, &o);
        break;
    case MS_BY_UNIT:
        gather(&o, items, n);
        break;
    case MS_BY_RULE:
        ms_sort(items, n, sizeof(*items), by_rule, &o);
        break;
    }
    n = ms_cut(&o, items, n, cuts);
    if (way->across && o.across == MSGSCHED_ROUND_ROBIN)
        ms_take_turns(items, cuts, n);
    return n;
}
