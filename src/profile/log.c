/* log.c: the collective calls of a communicator on one rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/log.h"

#include <stdlib.h>
#include <string.h>

#include "lib/digest.h"

enum { ROOM_FIRST = 16 };

bool log_keeps(uint64_t id, uint32_t number, unsigned level)
{
    return level == 0 ||
           (scatter_pair(id, number) & ((UINT64_C(1) << level) - 1)) == 0;
}

/* Returns the smallest power of two that is at least `bytes`. */
static int64_t round_up(int64_t bytes)
{
    int64_t power = 1;

    while (power < bytes && power <= INT64_MAX / 2)
        power *= 2;
    return bytes > 0 ? power : 0;
}

int64_t log_key(struct log *l, const struct key *key)
{
    const size_t before = l->keys.n;
    struct key k = *key;
    int64_t words[KEY_WORDS], at;

    if (before >= KEYS_EXACT)
        k.bytes = round_up(k.bytes);
    memcpy(words, &k, sizeof(words));
    if (!GROW(l->sums, l->sums_max, before + 1))
        return -1;
    at = intern(&l->keys, words, KEY_WORDS);
    if (l->keys.n > before)
        l->sums[at] = (struct key_sums){.key = k, .root = ROOT_NONE};
    return at;
}

void log_count(struct log *l, size_t key, int root, int64_t ticks)
{
    struct key_sums *s = &l->sums[key];

    s->root = s->calls == 0 || s->root == root ? root : ROOT_CHANGES;
    s->calls++;
    s->ticks += ticks;
}

/* Resizes the array to `max` calls. */
static bool resize(struct log *l, struct log_budget *b, size_t max)
{
    struct logged *calls = realloc(l->calls, max * sizeof(*calls));

    if (calls == NULL)
        return false;
    l->calls = calls;
    /* relaxed: only a counter */
    atomic_fetch_add_explicit(&b->used, (max - l->max) * sizeof(*calls),
                              memory_order_relaxed);
    l->max = max;
    return true;
}

bool log_add(struct log *l, struct log_budget *b, const struct logged *call)
{
    /* relaxed: with an old level, extra calls are kept until the end */
    unsigned level = atomic_load_explicit(&b->level, memory_order_relaxed);

    if (!log_keeps(l->id, call->number, level))
        return true;
    if (l->n == l->max) {
        size_t max = l->max == 0 ? ROOM_FIRST : l->max + l->max / 2;
        size_t more = (max - l->max) * sizeof(*call);

        if (atomic_load_explicit(&b->used, memory_order_relaxed) + more >
                b->limit ||
            !resize(l, b, max))
            return false;
    }
    l->calls[l->n++] = *call;
    return true;
}

void log_thin(struct log *l, struct log_budget *b, unsigned level)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->n; i++)
        if (log_keeps(l->id, l->calls[i].number, level))
            l->calls[kept++] = l->calls[i];
    l->n = kept;
    if (l->max > kept)
        resize(l, b, kept > 0 ? kept : 1);
}

static int by_number(const void *a, const void *b)
{
    const struct logged *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

void log_sort(struct log *l)
{
    for (size_t i = 1; i < l->n; i++)
        if (l->calls[i].number < l->calls[i - 1].number) {
            qsort(l->calls, l->n, sizeof(*l->calls), by_number);
            return;
        }
}

void log_free(struct log *l)
{
    intern_free(&l->keys);
    free(l->sums);
    free(l->calls);
    *l = (struct log){0};
}
