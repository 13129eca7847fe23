/* intern.c: vectors of numbers in one array, found by a hash table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "intern.h"

#include <string.h>

enum { SLOTS_FIRST = 64 };

/* The finalizer of splitmix64. */
uint64_t intern_mix(uint64_t a, uint64_t b)
{
    uint64_t x = a * UINT64_C(0x9e3779b97f4a7c15) + b;

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t hash(const int64_t *words, size_t n)
{
    uint64_t h = n;

    for (size_t i = 0; i < n; i++)
        h = intern_mix(h, (uint64_t)words[i]);
    return h;
}

const int64_t *intern_words(const struct intern *t, size_t id, size_t *n)
{
    *n = t->start[id + 1] - t->start[id];
    return t->words + t->start[id];
}

/* Where the vector is or could be put. */
static uint32_t *slot(const struct intern *t, const int64_t *words, size_t n)
{
    size_t at = hash(words, n) & (t->nslots - 1);

    for (; t->slots[at] != 0; at = (at + 1) & (t->nslots - 1)) {
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
    bigger.nslots = t->nslots == 0 ? SLOTS_FIRST : t->nslots * 2;
    bigger.slots = calloc(bigger.nslots, sizeof(*bigger.slots));
    if (bigger.slots == NULL)
        return false;
    for (size_t i = 0; i < t->n; i++) {
        size_t n;
        const int64_t *words = intern_words(t, i, &n);

        *slot(&bigger, words, n) = (uint32_t)i + 1;
    }
    free(t->slots);
    *t = bigger;
    return true;
}

int64_t intern(struct intern *t, const int64_t *words, size_t n)
{
    size_t used = t->n == 0 ? 0 : t->start[t->n];
    uint32_t *s;

    if (t->n >= UINT32_MAX - 1 || !more_slots(t))
        return -1;
    s = slot(t, words, n);
    if (*s != 0)
        return *s - 1;
    if (!GROW(t->words, t->words_max, used + n + 1) ||
        !GROW(t->start, t->start_max, t->n + 2))
        return -1;
    if (n > 0)
        memcpy(t->words + used, words, n * sizeof(*words));
    t->start[t->n] = used;
    t->start[++t->n] = used + n;
    *s = (uint32_t)t->n;
    return (int64_t)t->n - 1;
}

size_t intern_bytes(const struct intern *t)
{
    return t->words_max * sizeof(*t->words) + t->start_max * sizeof(*t->start) +
           t->nslots * sizeof(*t->slots);
}

void intern_free(struct intern *t)
{
    free(t->words);
    free(t->start);
    free(t->slots);
    *t = (struct intern){0};
}
