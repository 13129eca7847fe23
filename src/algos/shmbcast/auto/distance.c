/* distance.c: do ranks share a cache? */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Between cores that share a cache the ring and large slots win up to what that
 * cache holds; between others, copies that touch fewer of the other's lines.
 * Ranks can move as they run, in a virtual machine without their knowing. So a
 * root measures the distance as it goes: once in SAMPLES_APART calls it reads a
 * line that another rank has written at the end of its last call and nobody
 * else reads, and takes the time. The root need not agree on it with anybody,
 * since the slot says which way a message goes.
 *
 * Within a shared cache a line takes 20 to 80 ns on processors of these years,
 * from another cache 100 to 300. The ranks are near when as many samples in a
 * row were near as there are other ranks, three at least; one far sample ends
 * that.
 */
#include "distance.h"

#include "../clock.h"

static const uint64_t NEAR = 85; /* ns */
enum { SAMPLES_APART = 16, SOON = 4 /* calls */, SAMPLES_LEAST = 3 };
enum { CLOCK_READS = 64 };

/* The rank to sample after [rank]. */
static int other(const struct shmbcast_auto *h, int rank)
{
    rank = (rank + 1) % h->size;
    return rank != h->rank ? rank : (rank + 1) % h->size;
}

void sb_distance_init(struct shmbcast_auto *h)
{
    h->distance =
        (struct sb_distance){.rank = other(h, h->rank), .clock = UINT64_MAX};
    for (int i = 0; i < CLOCK_READS; i++) {
        uint64_t begin = sb_now_ns(), took = sb_now_ns() - begin;

        if (took < h->distance.clock)
            h->distance.clock = took;
    }
}

/* The time of a line, or UINT64_MAX if its rank may not have written it since
 * the last sample. */
static uint64_t line_time(const struct shmbcast_auto *h)
{
    const struct sb_area *area = sb_area(h, h->distance.rank);
    uint64_t begin, mark, took;

    /* a long message has thrown out the clock's lines and the page's address */
    (void)atomic_load_explicit(&area->done, memory_order_relaxed);
    (void)sb_now_ns();
    begin = sb_now_ns();
    /* relaxed: see sb_distance_mark() */
    mark = atomic_load_explicit(&area->mark, memory_order_relaxed);
    took = sb_now_ns() - begin;
    if (mark + 1 < h->op)
        return UINT64_MAX;
    return took > h->distance.clock ? took - h->distance.clock : 0;
}

bool sb_distance_near(struct shmbcast_auto *h)
{
    struct sb_distance *d = &h->distance;
    int others = h->size - 1;
    int enough = others > SAMPLES_LEAST ? others : SAMPLES_LEAST;
    uint64_t took;

    if (h->op < d->due)
        return d->near >= enough;
    took = line_time(h);
    if (took == UINT64_MAX) {
        /* the same rank again: else one that is always late has no samples */
        d->due = h->op + SOON;
        return d->near >= enough;
    }
    d->rank = other(h, d->rank);
    d->near = took > NEAR ? 0 : d->near < enough ? d->near + 1 : enough;
    d->due = h->op + (d->near > 0 && d->near < enough ? SOON : SAMPLES_APART);
    return d->near >= enough;
}
