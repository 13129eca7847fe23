/* extents.h: sets of pages or words, and sets of pages by rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_EXTENTS_H
#define REFNUMA_EXTENTS_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Enlarges the array [v] of [*room] items to at least [need] items of [size]
 * bytes. Returns its new address, or NULL if out of memory; [v] is then
 * unchanged. */
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
    uint64_t first, end; /* pages or words first..end-1 */
};

/* A set of pages or words. rn_extents_unite() sorts its extents and merges
 * those that overlap or are adjacent. All zero is the empty set. Pure
 * functions.
 */
struct rn_extents {
    struct rn_extent *v;
    size_t n, room;
    uint64_t total; /* number of pages or words in all extents */
};

void rn_extents_free(struct rn_extents *s);
void rn_extents_clear(struct rn_extents *s); /* does not free the memory */

/* The functions below return 0, or -ENOMEM with the sets unchanged. */

/* Appends an extent. Merges it with the last one if they are adjacent. */
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
/* Appends to *out, another set, the intersection of `s` with `ranges`. Each
 * number in `ranges` stands for `scale` numbers of `s`, as a page stands for
 * its words. After -ENOMEM a part may have been appended. */
int rn_extents_within(struct rn_extents *out, const struct rn_extents *s,
                      const struct rn_extents *ranges, uint64_t scale);

/* Makes a valid set of extents that were appended in any order and may
 * overlap. */
void rn_extents_unite(struct rn_extents *s);

struct rn_peer {
    int rank;
    struct rn_extents pages; /* pages known to both ranks before this barrier */
    struct rn_extents fresh; /* pages that became known in this barrier */
};

/* Peers by ascending rank; all zero is the empty list. */
struct rn_peers {
    struct rn_peer *v;
    size_t n, room;
};

void rn_peers_free(struct rn_peers *p);
/* Returns the peer with this rank, adding it if necessary, or NULL if out of
 * memory. The pointer is valid until the next peer is added. */
struct rn_peer *rn_peers_get(struct rn_peers *p, int rank);
/* Sets *pages to the union of `pages` of all peers, without `fresh`. Returns 0
 * or -ENOMEM. */
int rn_peers_pages(const struct rn_peers *p, struct rn_extents *pages);

#endif /* REFNUMA_EXTENTS_H */
