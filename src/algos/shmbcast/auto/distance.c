/* distance.c: how far are the other ranks, now? */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * What is fastest depends on how far apart the ranks' cores are, and they can
 * move as they run, in a virtual machine without knowing. So a root measures
 * the distance as it goes: now and then it reads a line that another rank
 * writes at the end of every call and nobody else reads, and takes the time. If
 * the line says what it said last, it was in this core's cache: that is none.
 * Samples are as far apart as keeps their cost a small share of the calls
 * between them.
 */
#include "distance.h"

#include "../clock.h"

enum { SOON = 4 /* calls */, MOST_APART = 1024, CLOCK_READS = 64 };

/* A sample may cost that share of the time in calls since the last. */
enum { SHARE = 300 };

/* The rank to sample after [rank]. Ranks are counted from this one. */
static int other(const struct shmbcast_auto *h, int rank)
{
    int step = sb_states_step(h->size - 1);
    int number = (rank - h->rank + h->size) % h->size + step;

    return (h->rank + (number < h->size ? number : step)) % h->size;
}

void sb_distance_init(struct shmbcast_auto *h)
{
    h->distance = (struct sb_distance){.rank = other(h, h->rank)};
    h->clock = UINT64_MAX;
    for (int i = 0; i < CLOCK_READS; i++) {
        uint64_t begin = sb_now_ns(), took = sb_now_ns() - begin;

        if (took < h->clock)
            h->clock = took;
    }
}

/* The time of a line, that of reading the clock included, since differences
 * below that are none; or UINT64_MAX if its rank has not written it since this
 * one has read it. */
static uint64_t line_time(const struct shmbcast_auto *h, int rank)
{
    const struct sb_area *area = sb_area(h, rank);
    uint64_t begin, mark, took;
    bool written;

    /* a long message has thrown out the clock's lines and the page's address */
    (void)atomic_load_explicit(&area->done, memory_order_relaxed);
    (void)sb_now_ns();
    begin = sb_now_ns();
    /* relaxed: nothing follows from it but a choice */
    mark = atomic_load_explicit(&area->mark, memory_order_relaxed);
    took = sb_now_ns() - begin;
    written = mark != h->marks[rank];
    h->marks[rank] = mark;
    return written ? took : UINT64_MAX;
}

/* Calls, of which each takes [call] ns, whose share a sample of [cost] ns is.
 */
static uint64_t apart(uint64_t cost, uint32_t call)
{
    uint64_t calls = call > 0 ? SHARE * cost / call : SOON;

    return calls < SOON ? SOON : calls < MOST_APART ? calls : MOST_APART;
}

unsigned sb_distance_state(struct shmbcast_auto *h, uint32_t call_ns)
{
    struct sb_distance *d = &h->distance;
    struct sb_states *s = &h->learned.states;
    uint64_t begin, took, now;

    if (h->op < d->due)
        return s->now;
    begin = sb_now_ns();
    took = line_time(h, d->rank);
    now = sb_now_ns();
    d->due = h->op + apart(now - begin, call_ns);
    /* the same rank again: it is at most so many slots behind */
    if (took == UINT64_MAX)
        return s->now;
    d->rank = other(h, d->rank);
    return sb_states_add(s, took < UINT32_MAX ? (uint32_t)took : UINT32_MAX);
}
