/* intern.c: vectors of numbers in one array, found by a hash table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "intern.h"

#include <string.h>

#include "lib/digest.h"

bool grow(void **array, size_t *max, size_t n, size_t size)
{
    size_t bigger = *max == 0 ? 16 : *max;
    void *moved;

    if (n <= *max)
        return true;
    while (bigger < n)
        bigger *= 2;
    moved = realloc(*array, bigger * size);
    if (moved == NULL)
        return false;
    *array = moved;
    *max = bigger;
    return true;
}

bool words_add(struct words *to, const int64_t *w, size_t n)
{
    if (!GROW(to->w, to->max, to->n + n))
        return false;
    if (n > 0)
        memmove(to->w + to->n, w, n * sizeof(*w));
    to->n += n;
    return true;
}

bool words_count(struct words *to, const int64_t *row, size_t n)
{
    int64_t *end = to->w + to->n;

    if (to->n == 0 || memcmp(end - n, row, (n - 1) * sizeof(*row)) != 0)
        return words_add(to, row, n);
    end[-1] += row[n - 1];
    return true;
}

const int64_t *intern_words(const struct intern *t, size_t id, size_t *n)
{
    *n = t->start[id + 1] - t->start[id];
    return t->words.w + t->start[id];
}

/* Returns the slot of the vector, or the free slot where it can be inserted. */
static uint32_t *slot(const struct intern *t, const int64_t *words, size_t n)
{
    uint64_t at = n;

    for (size_t i = 0; i < n; i++)
        at = scatter_pair(at, (uint64_t)words[i]);
    for (at &= t->nslots - 1; t->slots[at] != 0;
         at = (at + 1) & (t->nslots - 1)) {
        size_t m;
        const int64_t *there = intern_words(t, t->slots[at] - 1, &m);

        if (m == n && memcmp(there, words, n * sizeof(*words)) == 0)
            break;
    }
    return &t->slots[at];
}

static bool more_slots(struct intern *t)
{
    struct intern bigger = *t;

    if (t->n * 2 < t->nslots)
        return true;
    bigger.nslots = t->nslots == 0 ? 64 : t->nslots * 2;
    bigger.slots = calloc(bigger.nslots, sizeof(*bigger.slots));
    if (bigger.slots == NULL)
        return false;
    for (size_t i = 0; i < t->n; i++) {
        size_t n;
        const int64_t *words = intern_words(t, i, &n);

        *slot(&bigger, words, n) = (uint32_t)i + 1;
    }
    free(t->slots);
    t->slots = bigger.slots;
    t->nslots = bigger.nslots;
    return true;
}

int64_t intern(struct intern *t, const int64_t *words, size_t n)
{
    uint32_t *s;

    if (t->n >= UINT32_MAX - 1 || !more_slots(t))
        return -1;
    s = slot(t, words, n);
    if (*s != 0)
        return *s - 1;
    if (!GROW(t->start, t->start_max, t->n + 2) ||
        !words_add(&t->words, words, n))
        return -1;
    t->start[t->n] = t->words.n - n;
    t->start[++t->n] = t->words.n;
    *s = (uint32_t)t->n;
    return (int64_t)t->n - 1;
}

size_t intern_bytes(const struct intern *t)
{
    return t->words.max * sizeof(*t->words.w) +
           t->start_max * sizeof(*t->start) + t->nslots * sizeof(*t->slots);
}

void intern_free(struct intern *t)
{
    free(t->words.w);
    free(t->start);
    free(t->slots);
    *t = (struct intern){0};
}
