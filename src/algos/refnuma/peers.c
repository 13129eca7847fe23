/* peers.c: other ranks, each with pages that it shares with this one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "peers.h"

#include <stdlib.h>
#include <string.h>

void rn_peers_free(struct rn_peers *p)
{
    for (size_t i = 0; i < p->n; i++) {
        rn_extents_free(&p->v[i].pages);
        rn_extents_free(&p->v[i].fresh);
    }
    free(p->v);
    *p = (struct rn_peers){0};
}

/* The first that is not below the rank. */
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

struct rn_peer *rn_peers_find(const struct rn_peers *p, int rank)
{
    size_t i = place(p, rank);

    return i < p->n && p->v[i].rank == rank ? &p->v[i] : NULL;
}

struct rn_peer *rn_peers_get(struct rn_peers *p, int rank)
{
    size_t i = place(p, rank);

    if (i < p->n && p->v[i].rank == rank)
        return &p->v[i];
    if (p->n == p->room) {
        size_t room = 2 * p->room + 4;
        struct rn_peer *v = realloc(p->v, room * sizeof(*v));

        if (v == NULL)
            return NULL;
        p->v = v;
        p->room = room;
    }
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
