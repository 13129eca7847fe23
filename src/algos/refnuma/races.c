/* races.c: words that several ranks wrote before one barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/races.h"

#include <errno.h>
#include <stdlib.h>

#include "algos/refnuma/grow.h"

void rn_writes_free(struct rn_writes *w)
{
    free(w->v);
    *w = (struct rn_writes){0};
}

void rn_writes_clear(struct rn_writes *w)
{
    w->n = 0;
}

int rn_writes_add(struct rn_writes *w, int rank, uint64_t first, uint64_t count)
{
    struct rn_write *v;

    if (count == 0)
        return 0;
    v = rn_grow(w->v, &w->room, w->n + 1, sizeof(*v));
    if (v == NULL)
        return -ENOMEM;
    w->v = v;
    v[w->n++] = (struct rn_write){first, first + count, rank};
    return 0;
}

/* By place; of the same place by rank, so that the same ranks are named always.
 */
static int order(const void *a, const void *b)
{
    const struct rn_write *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static void tell(rn_race_fn *race, void *arg, uint64_t first, uint64_t end,
                 int a, int b)
{
    if (race != NULL)
        race(arg, first, end, a < b ? a : b, a < b ? b : a);
}

/*
 * In the order of their first words, each write is held against the one that
 * reaches farthest of those before it. That one covers, from the write's first
 * word on, what any of them does. So the words that the two share are all words
 * that the write shares with others before it; what is below `told` was told
 * before.
 */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg)
{
    const struct rn_write *farthest = w->v;
    uint64_t told = 0, words = 0;

    if (w->n < 2)
        return 0;
    qsort(w->v, w->n, sizeof(*w->v), order);
    for (size_t i = 1; i < w->n; i++) {
        const struct rn_write *at = &w->v[i];
        uint64_t first = at->first > told ? at->first : told;
        uint64_t end = at->end < farthest->end ? at->end : farthest->end;

        if (first < end) {
            tell(race, arg, first, end, farthest->rank, at->rank);
            words += end - first;
            told = end;
        }
        if (at->end > farthest->end)
            farthest = at;
    }
    return words;
}
