/* extents.c: sets of pages or words, and sets of pages by rank. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A set is a list of ascending extents that neither overlap nor touch. Its
 * numbers are pages (touched, shared, with a twin) or words (the runs of a
 * diff). Union and difference take one pass over both sets. A peer is a rank
 * with a set of pages: either the pages whose home it is, or the own pages that
 * it touched.
 */
#include "extents.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void rn_extents_free(struct rn_extents *s)
{
    free(s->v);
    *s = (struct rn_extents){0};
}

void rn_extents_clear(struct rn_extents *s)
{
    s->n = 0;
    s->total = 0;
}

static int reserve(struct rn_extents *s, size_t n)
{
    struct rn_extent *v = rn_grow(s->v, &s->room, n, sizeof(*v));

    if (v == NULL)
        return -ENOMEM;
    s->v = v;
    return 0;
}

/* Appends an extent to the set, which must have room for it. */
static void put(struct rn_extents *s, uint64_t first, uint64_t end)
{
    struct rn_extent *last = s->n > 0 ? &s->v[s->n - 1] : NULL;

    if (first >= end)
        return;
    if (last != NULL && first <= last->end) {
        if (end > last->end) {
            s->total += end - last->end;
            last->end = end;
        }
    } else {
        s->v[s->n++] = (struct rn_extent){first, end};
        s->total += end - first;
    }
}

/* Moves the extents of a set to the end of its buffer, so that the set can be
 * rewritten from the start while they are read. No extent is overwritten before
 * it is read if the writer never writes more extents than it has read from the
 * moved ones and from `others` other extents. */
static const struct rn_extent *take(struct rn_extents *s, size_t others)
{
    size_t n = s->n;

    if (reserve(s, n + others) != 0)
        return NULL;
    memmove(&s->v[others], s->v, n * sizeof(*s->v));
    rn_extents_clear(s);
    return &s->v[others];
}

int rn_extents_add(struct rn_extents *s, const struct rn_extents *more)
{
    const struct rn_extent *had, *m = more->v;
    size_t n = s->n, i = 0, k = 0;

    if (more->n == 0)
        return 0;
    had = take(s, more->n);
    if (had == NULL)
        return -ENOMEM;
    while (i < n || k < more->n) {
        struct rn_extent e;

        if (k == more->n || (i < n && had[i].first <= m[k].first))
            e = had[i++];
        else
            e = m[k++];
        put(s, e.first, e.end);
    }
    return 0;
}

int rn_extents_remove(struct rn_extents *s, const struct rn_extents *less)
{
    const struct rn_extent *had, *l = less->v;
    size_t n = s->n, k = 0;

    if (s->n == 0 || less->n == 0)
        return 0;
    had = take(s, less->n);
    if (had == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < n; i++) {
        uint64_t first = had[i].first, end = had[i].end;

        while (k < less->n && l[k].end <= first)
            k++;
        /* the last removed extent may overlap the set's next extent, too */
        while (k < less->n && l[k].first < end) {
            put(s, first, l[k].first);
            first = l[k].end;
            if (first >= end)
                break;
            k++;
        }
        put(s, first, end);
    }
    return 0;
}

/* Returns the index of the first extent, from `low` on, that ends after
 * `at`. */
static size_t beyond(const struct rn_extents *s, size_t low, uint64_t at)
{
    size_t high = s->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (s->v[middle].end <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int rn_extents_within(struct rn_extents *out, const struct rn_extents *s,
                      const struct rn_extents *ranges, uint64_t scale)
{
    size_t i = 0;

    for (size_t k = 0; k < ranges->n; k++) {
        uint64_t first = ranges->v[k].first * scale;
        uint64_t end = ranges->v[k].end * scale;

        for (i = beyond(s, i, first); i < s->n && s->v[i].first < end; i++) {
            uint64_t from = s->v[i].first, to = s->v[i].end;

            from = from > first ? from : first;
            if (rn_extents_append(out, from, to < end ? to : end) != 0)
                return -ENOMEM;
            if (to > end)
                break; /* the next range may contain more of this extent */
        }
    }
    return 0;
}

static int by_first(const void *a, const void *b)
{
    uint64_t x = ((const struct rn_extent *)a)->first;
    uint64_t y = ((const struct rn_extent *)b)->first;

    return (x > y) - (x < y);
}

void rn_extents_unite(struct rn_extents *s)
{
    size_t i = 1, n = s->n;

    while (i < n && s->v[i - 1].first <= s->v[i].first)
        i++;
    if (i < n)
        qsort(s->v, n, sizeof(*s->v), by_first);
    rn_extents_clear(s);
    for (i = 0; i < n; i++)
        put(s, s->v[i].first, s->v[i].end);
}

void rn_peers_free(struct rn_peers *p)
{
    for (size_t i = 0; i < p->n; i++) {
        rn_extents_free(&p->v[i].pages);
        rn_extents_free(&p->v[i].fresh);
    }
    free(p->v);
    *p = (struct rn_peers){0};
}

/* Returns the index of the first peer whose rank is at least `rank`. */
static size_t place(const struct rn_peers *p, int rank)
{
    size_t low = 0, high = p->n;

    while (low < high) {
        size_t mid = low + (high - low) / 2;

        if (p->v[mid].rank < rank)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

struct rn_peer *rn_peers_get(struct rn_peers *p, int rank)
{
    size_t i = place(p, rank);
    struct rn_peer *v;

    if (i < p->n && p->v[i].rank == rank)
        return &p->v[i];
    v = rn_grow(p->v, &p->room, p->n + 1, sizeof(*v));
    if (v == NULL)
        return NULL;
    p->v = v;
    memmove(&p->v[i + 1], &p->v[i], (p->n - i) * sizeof(*p->v));
    p->n++;
    p->v[i] = (struct rn_peer){.rank = rank};
    return &p->v[i];
}

int rn_peers_pages(const struct rn_peers *p, struct rn_extents *pages)
{
    int rc = 0;

    rn_extents_clear(pages);
    for (size_t i = 0; i < p->n && rc == 0; i++)
        rc = rn_extents_add(pages, &p->v[i].pages);
    return rc;
}
