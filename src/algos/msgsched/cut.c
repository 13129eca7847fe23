/* cut.c: arranged messages become wire messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "cut.h"

#include <math.h>

#include "way.h"

/* Most bytes of a bundle. */
static int64_t limit(const struct msgsched_options *o)
{
    return ms_way(o)->cut == MS_BUNDLE ? o->fixed : o->wmax;
}

/* Does it go by itself, without a copy? */
static bool alone(const struct msgsched_options *o, const struct ms_item *item)
{
    return ms_way(o)->cut == MS_EACH || item->bytes >= item->tcopy ||
           item->bytes > limit(o) ||
           (o->intra == MSGSCHED_INTRA_PLAIN && ms_within_node(item));
}

/*
 * A bundle is full when it has so many bytes; `last` were in the one before.
 * That it grows by alpha can only be: until the sum reaches alpha * last. A
 * bundle of no bytes is never full.
 */
static double enough(const struct msgsched_options *o,
                     const struct ms_item *item, int64_t last)
{
    if (ms_way(o)->cut == MS_BUNDLE)
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

        if (!ms_together(o, &items[0], next) || alone(o, next) ||
            next->bytes > limit(o) - c.bytes)
            break;
        c.bytes += next->bytes;
    }
    c.packed = c.n > 1;
    return c;
}

/* All to the same peer. */
static struct ms_cut peer(const struct msgsched_options *o,
                          const struct ms_item *items, size_t n)
{
    struct ms_cut c = {.n = 1, .bytes = items[0].bytes};

    for (; c.n < n && ms_together(o, &items[0], &items[c.n]); c.n++)
        c.bytes += items[c.n].bytes;
    return c;
}

size_t ms_cut(const struct msgsched_options *o, const struct ms_item *items,
              size_t n, struct ms_cut *cuts)
{
    int64_t last = 0;
    size_t ncuts = 0, first;

    for (first = 0; first < n; first += cuts[ncuts++].n) {
        const struct ms_item *item = &items[first];
        struct ms_cut *c = &cuts[ncuts];

        if (first > 0 && !ms_together(o, item - 1, item))
            last = 0;
        *c = ms_way(o)->cut == MS_PEER ? peer(o, item, n - first)
                                       : bundle(o, item, n - first, last);
        c->first = first;
        /* one that had to end early leaves the growth as it was */
        if (!alone(o, item) && c->bytes > last)
            last = c->bytes;
    }
    return ncuts;
}
