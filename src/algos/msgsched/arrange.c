/* arrange.c: sorts messages and cuts them into wire messages.
 *
 * Algorithm 1 of the paper sorts the messages between nodes: messages to near
 * nodes come first, then those of process pairs with more bytes. Sorting makes
 * the messages of a unit (plan.h) adjacent; each unit is cut into wire
 * messages. A wire message is filled until it has alpha times the bytes of the
 * previous one, alpha = 1.5 + log2(max(NDout, NDin)), so that packing it takes
 * as long as sending the previous one. A table row defines each schedule:
 * order, cut, way of posting. Takes n log n comparisons, or n if the messages
 * are already sorted.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "arrange.h"

#include <math.h>
#include <string.h>

static const struct ms_schedule schedules[] = {
    [MSGSCHED_DIRECT] = {MS_BY_CALL, MS_CUT_EACH, MS_POST_ALL},
    [MSGSCHED_PERSISTENT] = {MS_BY_CALL, MS_CUT_EACH, MS_POST_PERSISTENT},
    [MSGSCHED_WINDOW] = {MS_BY_CALL, MS_CUT_EACH, MS_POST_WINDOW},
    [MSGSCHED_FIXED] = {MS_BY_UNIT, MS_CUT_BUNDLE, MS_POST_WINDOW},
    [MSGSCHED_THROTTLE] = {MS_BY_CALL, MS_CUT_EACH, MS_POST_THROTTLE},
    [MSGSCHED_DATATYPE] = {MS_BY_UNIT, MS_CUT_PEER, MS_POST_AT_ONCE},
    [MSGSCHED_NEIGHBOR] = {MS_BY_UNIT, MS_CUT_PEER, MS_POST_COLLECTIVE},
    [MSGSCHED_REORDER] = {MS_BY_RULE, MS_CUT_EACH, MS_POST_ALL},
    [MSGSCHED_MERGE] = {MS_BY_UNIT, MS_CUT_GROW, MS_POST_WINDOW},
    [MSGSCHED_BOTH] = {MS_BY_RULE, MS_CUT_GROW, MS_POST_WINDOW},
};

const struct ms_schedule *ms_schedule_of(const struct msgsched_options *o)
{
    return &schedules[o->schedule];
}

bool ms_merges(const struct msgsched_options *o)
{
    return ms_schedule_of(o)->cut == MS_CUT_BUNDLE ||
           ms_schedule_of(o)->cut == MS_CUT_GROW;
}

bool ms_merges_nodes(const struct msgsched_options *o)
{
    return o->scope == MSGSCHED_SCOPE_NODE && ms_merges(o);
}

static bool within_node(const struct ms_item *item)
{
    return item->src_node == item->dst_node;
}

/* Returns the number of a message's unit. Messages of one unit may be merged:
 * those to one process or, with scope node, to one other node. Units of nodes
 * have higher numbers than all ranks. */
static int64_t unit(const struct msgsched_options *o,
                    const struct ms_item *item)
{
    return ms_merges_nodes(o) && !within_node(item)
               ? INT64_C(1) << 32 | item->dst_node
               : item->dst;
}

static bool together(const struct msgsched_options *o, const struct ms_item *a,
                     const struct ms_item *b)
{
    return unit(o, a) == unit(o, b);
}

/* ---- Algorithm 1: which of two messages is sent first -------------------- */

static int by_distance(const struct msgsched_options *o, int64_t a, int64_t b)
{
    return o->dist == MSGSCHED_NEAR_FIRST  ? ms_order(a, b)
           : o->dist == MSGSCHED_FAR_FIRST ? ms_order(b, a)
                                           : 0;
}

static int by_nodes(const struct ms_item *a, const struct ms_item *b)
{
    int c = ms_order(b->heaviest, a->heaviest);

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
    /* send messages within a node last */
    int c = ms_order(within_node(a), within_node(b));

    if (c == 0)
        c = by_distance(o, a->distance, b->distance);
    if (c == 0 && o->group)
        c = by_nodes(a, b);
    if (c == 0)
        c = ms_order(b->weight, a->weight);
    return c != 0 ? c : by_identity(a, b);
}

/* ---- merging ------------------------------------------------------------ */

double ms_alpha(int out, int in)
{
    int degree = out > in ? out : in;

    return 1.5 + (degree > 1 ? log2(degree) : 0.0);
}

/* Returns the maximum bytes of a bundle (a merged wire message). */
static int64_t limit(const struct msgsched_options *o)
{
    return ms_schedule_of(o)->cut == MS_CUT_BUNDLE ? o->fixed : o->wmax;
}

/* True if the message is sent alone, without a copy. */
static bool alone(const struct msgsched_options *o, const struct ms_item *item)
{
    return ms_schedule_of(o)->cut == MS_CUT_EACH ||
           item->bytes >= item->tcopy || item->bytes > limit(o) ||
           (o->intra == MSGSCHED_INTRA_PLAIN && within_node(item));
}

/* Returns the size of a full bundle: alpha times `last`, the bytes of the
 * previous bundle, but at least wmin and 1. */
static double enough(const struct msgsched_options *o,
                     const struct ms_item *item, int64_t last)
{
    if (ms_schedule_of(o)->cut == MS_CUT_BUNDLE)
        return (double)o->fixed;
    return fmax(item->alpha * (double)last, fmax((double)o->wmin, 1.0));
}

static struct ms_cut bundle(const struct msgsched_options *o,
                            const struct ms_item *items, size_t n, int64_t last)
{
    struct ms_cut c = {.n = 1, .bytes = items[0].bytes};
    double full = enough(o, &items[0], last);

    if (alone(o, &items[0]))
        return c;
    for (; c.n < n && (double)c.bytes < full; c.n++) {
        const struct ms_item *next = &items[c.n];

        if (!together(o, &items[0], next) || alone(o, next) ||
            next->bytes > limit(o) - c.bytes)
            break;
        c.bytes += next->bytes;
    }
    c.packed = c.n > 1;
    return c;
}

/* Puts all messages to the same peer into one cut. */
static struct ms_cut peer(const struct msgsched_options *o,
                          const struct ms_item *items, size_t n)
{
    struct ms_cut c = {.n = 1, .bytes = items[0].bytes};

    for (; c.n < n && together(o, &items[0], &items[c.n]); c.n++)
        c.bytes += items[c.n].bytes;
    return c;
}

/* Sorts the messages of a cut by target, then in the caller's order. */
static int by_target(const void *a, const void *b, void *unused)
{
    const struct ms_item *x = a, *y = b;
    int c = ms_order(x->dst, y->dst);

    (void)unused;
    return c != 0 ? c : ms_order(x->seq, y->seq);
}

static size_t cut_all(const struct msgsched_options *o, struct ms_item *items,
                      size_t n, struct ms_cut *cuts)
{
    int64_t last = 0;
    size_t ncuts = 0, first;

    for (first = 0; first < n; first += cuts[ncuts++].n) {
        const struct ms_item *item = &items[first];
        struct ms_cut *c = &cuts[ncuts];

        if (first > 0 && !together(o, item - 1, item))
            last = 0;
        *c = ms_schedule_of(o)->cut == MS_CUT_PEER
                 ? peer(o, item, n - first)
                 : bundle(o, item, n - first, last);
        c->first = first;
        if (ms_merges_nodes(o))
            ms_sort(&items[first], c->n, sizeof(*items), by_target, NULL);
        /* a bundle that ended early must not shrink the next one */
        if (!alone(o, item) && c->bytes > last)
            last = c->bytes;
    }
    return ncuts;
}

/* ---- all of it ---------------------------------------------------------- */

static int by_call(const void *a, const void *b, void *options)
{
    (void)options;
    return ms_order(((const struct ms_item *)a)->seq,
                    ((const struct ms_item *)b)->seq);
}

static int by_unit(const void *a, const void *b, void *options)
{
    int c = ms_order(unit(options, a), unit(options, b));

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

/* Makes the messages of a unit adjacent; otherwise keeps the caller's order. */
static void gather(struct msgsched_options *o, struct ms_item *items, size_t n)
{
    ms_sort(items, n, sizeof(*items), by_unit, o);
    for (size_t i = 0; i < n; i++)
        items[i].first = i > 0 && together(o, &items[i - 1], &items[i])
                             ? items[i - 1].first
                             : items[i].seq;
    ms_sort(items, n, sizeof(*items), by_first, o);
}

size_t ms_arrange(const struct msgsched_options *options, struct ms_item *items,
                  size_t n, struct ms_cut *cuts)
{
    struct msgsched_options o = *options;
    const struct ms_schedule *s = ms_schedule_of(&o);

    if (s->order == MS_BY_UNIT)
        gather(&o, items, n);
    else
        ms_sort(items, n, sizeof(*items),
                s->order == MS_BY_RULE ? by_rule : by_call, &o);
    return cut_all(&o, items, n, cuts);
}
