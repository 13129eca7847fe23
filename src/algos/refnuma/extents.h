/* extents.h: sets of pages or words, and sets of pages by rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_EXTENTS_H
#define REFNUMA_EXTENTS_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Room for [need] items of [size] bytes in [v], which has [*room]. Returns
 * where they are now, or NULL: no memory, and all is as it was. Never NULL
 * else, for no items either. */
static inline void *rn_grow(void *v, size_t *room, size_t need, size_t size)
{
    size_t wanted = need < 8 ? 8 : need;
    void *grown;

    if (v != NULL && need <= *room)
        return v;
    if (wanted < *room + *room / 2)
        wanted = *room + *room / 2;
    if (wanted > PTRDIFF_MAX / size)
        return NULL;
    grown = realloc(v, wanted * size);
    if (grown != NULL)
        *room = wanted;
    return grown;
}

struct rn_extent {
    uint64_t first, end; /* pages, or words, first..end-1 */
};

/* A set, once united: ascending, neither overlapping nor adjacent. All zero is
 * the empty set. Pure. */
struct rn_extents {
    struct rn_extent *v;
    size_t n, room;
    uint64_t total; /* pages, or words, in all of them */
};

void rn_extents_free(struct rn_extents *s);
void rn_extents_clear(struct rn_extents *s); /* keeps the memory */

/* All 0 or -ENOMEM, then the sets are as they were. */

/* Joins with the last extent where it begins at its end. */
static inline int rn_extents_append(struct rn_extents *s, uint64_t first,
                                    uint64_t end)
{
    struct rn_extent *v;

    if (first >= end)
        return 0;
    if (s->n > 0 && s->v[s->n - 1].end == first) {
        s->v[s->n - 1].end = end;
    } else {
        v = rn_grow(s->v, &s->room, s->n + 1, sizeof(*v));
        if (v == NULL)
            return -ENOMEM;
        s->v = v;
        v[s->n++] = (struct rn_extent){first, end};
    }
    s->total += end - first;
    return 0;
}

int rn_extents_add(struct rn_extents *s, const struct rn_extents *more);
int rn_extents_remove(struct rn_extents *s, const struct rn_extents *less);
/* Appends to *out, which is another set, what `s` has of the ranges, whose
 * numbers count `scale` numbers of `s` each: the words of some pages. With
 * -ENOMEM some may have been appended. */
int rn_extents_within(struct rn_extents *out, const struct rn_extents *s,
                      const struct rn_extents *ranges, uint64_t scale);

/* Makes a set of extents that were appended in any order and may overlap. */
void rn_extents_unite(struct rn_extents *s);

struct rn_peer {
    int rank;
    struct rn_extents pages; /* known to both since earlier barriers */
    struct rn_extents fresh; /* ... in this one */
};

/* By ascending rank; all zero is none. */
struct rn_peers {
    struct rn_peer *v;
    size_t n, room;
};

void rn_peers_free(struct rn_peers *p);
/* Makes it, if need be. NULL: no memory. Good until the next one is made. */
struct rn_peer *rn_peers_get(struct rn_peers *p, int rank);
/* Pages of all of them, without the fresh ones. 0 or -ENOMEM. */
int rn_peers_pages(const struct rn_peers *p, struct rn_extents *pages);

#endif /* REFNUMA_EXTENTS_H */
