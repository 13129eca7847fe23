/* runs.c: changed words as runs, and runs as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A diff is runs of adjacent words that differ from the twin. The paper sends
 * elements; a run takes 8 bytes and 8 for each word, less from two adjacent
 * words on. In a message a run is its first word (40 bits), its count (24
 * bits), and the words.
 */
#include "runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "extents.h"

/* Words that are compared at once: equal ones are passed over by memcmp(),
 * whose call costs as much as comparing a few of them. */
enum { BLOCK = 64 };

void rn_runs_free(struct rn_runs *r)
{
    free(r->v);
    *r = (struct rn_runs){0};
}

void rn_runs_clear(struct rn_runs *r)
{
    r->n = 0;
    r->words = 0;
}

int rn_runs_append(struct rn_runs *r, uint64_t first, uint64_t count)
{
    struct rn_run *last = r->n > 0 ? &r->v[r->n - 1] : NULL;
    struct rn_run *v;

    if (count == 0)
        return 0;
    if (last != NULL && first == last->first + last->count) {
        last->count += count;
    } else {
        v = rn_grow(r->v, &r->room, r->n + 1, sizeof(*v));
        if (v == NULL)
            return -ENOMEM;
        r->v = v;
        v[r->n++] = (struct rn_run){first, count};
    }
    r->words += count;
    return 0;
}

int rn_runs_compare(struct rn_runs *r, const uint64_t *memory,
                    const uint64_t *twin, uint64_t first, uint64_t end)
{
    uint64_t i = first, start;

    while (i < end) {
        if (i % BLOCK == 0 && end - i >= BLOCK &&
            memcmp(&memory[i], &twin[i], BLOCK * sizeof(*twin)) == 0) {
            i += BLOCK;
        } else if (memory[i] == twin[i]) {
            i++;
        } else {
            for (start = i++; i < end && memory[i] != twin[i]; i++)
                ;
            if (rn_runs_append(r, start, i - start) != 0)
                return -ENOMEM;
        }
    }
    return 0;
}

static int by_first(const void *a, const void *b)
{
    uint64_t x = ((const struct rn_run *)a)->first;
    uint64_t y = ((const struct rn_run *)b)->first;

    return (x > y) - (x < y);
}

static void sort(struct rn_runs *r)
{
    for (size_t i = 1; i < r->n; i++)
        if (r->v[i - 1].first > r->v[i].first) {
            qsort(r->v, r->n, sizeof(*r->v), by_first);
            return;
        }
}

int rn_runs_unite(struct rn_runs *r)
{
    size_t n = 0;

    sort(r);
    r->words = 0;
    for (size_t i = 0; i < r->n; i++) {
        struct rn_run next = r->v[i], *last = n > 0 ? &r->v[n - 1] : NULL;
        uint64_t end = next.first + next.count;

        if (last == NULL || next.first > last->first + last->count) {
            r->v[n++] = next;
            r->words += next.count;
        } else if (end > last->first + last->count) {
            r->words += end - (last->first + last->count);
            last->count = end - last->first;
        }
    }
    r->n = n;
    return 0;
}

/* The first of united runs, from `low` on, that reaches beyond a word. */
static size_t beyond(const struct rn_runs *r, size_t low, uint64_t word)
{
    size_t high = r->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (r->v[middle].first + r->v[middle].count <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int rn_runs_within(struct rn_runs *out, const struct rn_runs *r,
                   const struct rn_extents *pages, uint64_t words_a_page)
{
    size_t i = 0;

    for (size_t k = 0; k < pages->n; k++) {
        uint64_t first = pages->v[k].first * words_a_page;
        uint64_t end = pages->v[k].end * words_a_page;

        for (i = beyond(r, i, first); i < r->n && r->v[i].first < end; i++) {
            uint64_t from = r->v[i].first, to = from + r->v[i].count;

            from = from > first ? from : first;
            if (rn_runs_append(out, from, (to < end ? to : end) - from) != 0)
                return -ENOMEM;
            if (to > end)
                break; /* the next pages have more of it */
        }
    }
    return 0;
}

int rn_runs_pages(struct rn_runs *out, const struct rn_extents *pages,
                  uint64_t words_a_page, uint64_t end)
{
    for (size_t k = 0; k < pages->n; k++) {
        uint64_t first = pages->v[k].first * words_a_page;
        uint64_t to = pages->v[k].end * words_a_page;

        to = to < end ? to : end;
        if (first < to && rn_runs_append(out, first, to - first) != 0)
            return -ENOMEM;
    }
    return 0;
}

/* Most of what one word of a message can count. */
static const uint64_t longest = (UINT64_C(1) << RN_RUN_COUNT_BITS) - 1;

/* How many words it takes to say so many. */
static size_t parts(uint64_t count)
{
    return (size_t)((count + longest - 1) / longest);
}

/* Cuts the next part off a run: its word. */
static uint64_t pack(uint64_t *first, uint64_t *count, uint64_t *part)
{
    uint64_t word = *first << RN_RUN_COUNT_BITS;

    *part = *count < longest ? *count : longest;
    *first += *part;
    *count -= *part;
    return word | *part;
}

static void unpack(uint64_t word, uint64_t *first, uint64_t *count)
{
    *first = word >> RN_RUN_COUNT_BITS;
    *count = word & longest;
}

size_t rn_runs_bytes(const struct rn_runs *r)
{
    size_t words = (size_t)r->words;

    for (size_t i = 0; i < r->n; i++)
        words += parts(r->v[i].count);
    return words * RN_WORD;
}

void rn_runs_encode(const struct rn_runs *r, const uint64_t *memory,
                    void *message)
{
    uint64_t *to = message;

    for (size_t i = 0; i < r->n; i++) {
        uint64_t first = r->v[i].first, count = r->v[i].count, part;

        while (count > 0) {
            const uint64_t *from = &memory[first];

            *to++ = pack(&first, &count, &part);
            memcpy(to, from, (size_t)part * RN_WORD);
            to += part;
        }
    }
}

int rn_runs_decode(const void *message, size_t bytes, uint64_t end,
                   rn_run_fn *run, void *arg)
{
    const uint64_t *at = message, *stop = at + bytes / RN_WORD;

    if (bytes % RN_WORD != 0)
        return -EPROTO;
    while (at < stop) {
        uint64_t first, count;
        int rc;

        unpack(*at++, &first, &count);
        if (count == 0 || first + count > end || count > (uint64_t)(stop - at))
            return -EPROTO;
        rc = run(arg, first, count, at);
        if (rc != 0)
            return rc;
        at += count;
    }
    return 0;
}

size_t rn_extents_bytes(const struct rn_extents *s)
{
    size_t words = 0;

    for (size_t i = 0; i < s->n; i++)
        words += parts(s->v[i].end - s->v[i].first);
    return words * RN_WORD;
}

void rn_extents_encode(const struct rn_extents *s, void *message)
{
    uint64_t *to = message;

    for (size_t i = 0; i < s->n; i++) {
        uint64_t first = s->v[i].first, part;
        uint64_t count = s->v[i].end - first;

        while (count > 0)
            *to++ = pack(&first, &count, &part);
    }
}

int rn_extents_decode(const void *message, size_t bytes, uint64_t end,
                      struct rn_extents *pages)
{
    const uint64_t *at = message, *stop = at + bytes / RN_WORD;
    uint64_t behind = pages->n > 0 ? pages->v[pages->n - 1].end : 0;

    if (bytes % RN_WORD != 0)
        return -EPROTO;
    while (at < stop) {
        uint64_t first, count;

        unpack(*at++, &first, &count);
        if (count == 0 || first < behind || first + count > end)
            return -EPROTO;
        behind = first + count;
        if (rn_extents_append(pages, first, behind) != 0)
            return -ENOMEM;
    }
    return 0;
}
