/* races.c: check mode: finds races and reads of undefined elements. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Home ranks record which rank wrote which words in round 1. A sweep over the
 * sorted runs finds words with several writers: a race by rule 1 of
 * doc/refnuma.md. Undefined words have a special value (a NaN). If a written
 * word has this value, the program has used an undefined element.
 */
#include "array.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

void rn_writes_free(struct rn_writes *w)
{
    free(w->v);
    *w = (struct rn_writes){0};
}

void rn_writes_clear(struct rn_writes *w)
{
    w->n = 0;
}

int rn_writes_add(struct rn_writes *w, int rank, uint64_t first, uint64_t end)
{
    struct rn_write *v;

    if (first >= end)
        return 0;
    v = rn_grow(w->v, &w->room, w->n + 1, sizeof(*v));
    if (v == NULL)
        return -ENOMEM;
    w->v = v;
    v[w->n++] = (struct rn_write){first, end, rank};
    return 0;
}

/* Sorts by position, then by rank, so that reports are reproducible. */
static int order(const void *a, const void *b)
{
    const struct rn_write *x = a, *y = b;

    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

/*
 * Processes the writes in ascending order of their first words. It is enough to
 * compare each write with the earlier write that reaches farthest: beyond the
 * current write's first word, that one covers whatever any earlier write
 * covers. Words below `done` were already reported.
 */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg)
{
    const struct rn_write *farthest = w->v;
    uint64_t done = 0, words = 0;

    if (w->n < 2)
        return 0;
    qsort(w->v, w->n, sizeof(*w->v), order);
    for (size_t i = 1; i < w->n; i++) {
        const struct rn_write *at = &w->v[i];
        uint64_t first = at->first > done ? at->first : done;
        uint64_t end = at->end < farthest->end ? at->end : farthest->end;

        if (first < end) {
            int a = farthest->rank, b = at->rank;

            race(arg, first, end, a < b ? a : b, a < b ? b : a);
            words += end - first;
            done = end;
        }
        if (at->end > farthest->end)
            farthest = at;
    }
    return words;
}

enum { LINES = 10 }; /* maximum lines printed in a barrier */

int rn_check_own(struct refnuma_array *a, const struct rn_extents *own)
{
    int rc = 0;

    for (size_t i = 0; i < a->changed.n && !a->add; i++) {
        const struct rn_extent *run = &a->changed.v[i];

        for (uint64_t k = run->first; k < run->end; k++)
            a->count.undefined += rn_alias(a)[k] == a->context->undefined;
    }
    for (size_t i = 0; i < own->n && rc == 0; i++)
        rc = rn_writes_add(&a->writes, a->context->rank, own->v[i].first,
                           own->v[i].end);
    return rc;
}

/* rn_race_fn: prints the words as elements. */
static void print_race(void *arg, uint64_t first, uint64_t end, int a, int b)
{
    const struct refnuma_array *array = arg;
    struct refnuma *c = array->context;

    for (uint64_t word = first; word < end && c->printed < LINES; word++) {
        c->printed++;
        fprintf(stderr,
                "refnuma: array %" PRIu32 ": element %" PRIu64
                " was written by ranks %d and %d before barrier %" PRId64 "\n",
                array->number, word * RN_WORD / array->layout.size, a, b,
                c->count.barriers + 1);
    }
}

void rn_check_races(struct refnuma_array *a)
{
    if (a->add)
        return;
    a->count.races += (int64_t)rn_races(&a->writes, print_race, a);
}
