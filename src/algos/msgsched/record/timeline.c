/* timeline.c: entries and what they are joined with. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

#include <stdlib.h>

uint32_t timeline_root(struct timeline *t, uint32_t entry)
{
    while (t->parent[entry] != entry) {
        t->parent[entry] = t->parent[t->parent[entry]];
        entry = t->parent[entry];
    }
    return entry;
}

void timeline_join(struct timeline *t, uint32_t a, uint32_t b)
{
    a = timeline_root(t, a);
    b = timeline_root(t, b);
    if (a < b)
        t->parent[b] = a;
    else
        t->parent[a] = b;
}

static bool make(struct timeline *t)
{
    size_t n = 0;

    t->base = calloc((size_t)t->ranks + 1, sizeof(*t->base));
    if (t->base == NULL)
        return false;
    for (int r = 0; r < t->ranks; r++) {
        t->base[r] = n;
        n += t->of[r].nhistory;
    }
    t->base[t->ranks] = n;
    if (n >= UINT32_MAX)
        return false;
    t->parent = calloc(n + 1, sizeof(*t->parent));
    t->level = calloc(n + 1, sizeof(*t->level));
    if (t->parent == NULL || t->level == NULL)
        return false;
    for (size_t i = 0; i < n; i++)
        t->parent[i] = (uint32_t)i;
    return true;
}

bool timeline_init(struct timeline *t, const struct sets of[], int ranks)
{
    *t = (struct timeline){.ranks = ranks, .of = of};
    return make(t) && timeline_match(t) && timeline_order(t);
}

void timeline_fini(struct timeline *t)
{
    free(t->base);
    free(t->parent);
    free(t->level);
}
