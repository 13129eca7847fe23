/* runs.c: changed words as runs, and runs as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A diff is runs of adjacent words that differ from the twin. The paper sends
 * elements; a run takes 8 bytes and 8 for each word, less from two adjacent
 * words on.
 */
#include "runs.h"

#include <errno.h>
#include <string.h>

#include "extents.h"

/* Words that are compared at once: equal ones are passed over by memcmp(),
 * whose call costs as much as comparing a few of them. */
enum { BLOCK = 64 };

int rn_runs_compare(struct rn_extents *r, const uint64_t *memory,
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
            if (rn_extents_append(r, start, i) != 0)
                return -ENOMEM;
        }
    }
    return 0;
}

/* The first of united runs, from `low` on, that reaches beyond a word. */
static size_t beyond(const struct rn_extents *r, size_t low, uint64_t word)
{
    size_t high = r->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (r->v[middle].end <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int rn_runs_within(struct rn_extents *out, const struct rn_extents *r,
                   const struct rn_extents *pages, uint64_t words_a_page)
{
    size_t i = 0;

    for (size_t k = 0; k < pages->n; k++) {
        uint64_t first = pages->v[k].first * words_a_page;
        uint64_t end = pages->v[k].end * words_a_page;

        for (i = beyond(r, i, first); i < r->n && r->v[i].first < end; i++) {
            uint64_t from = r->v[i].first, to = r->v[i].end;

            from = from > first ? from : first;
            if (rn_extents_append(out, from, to < end ? to : end) != 0)
                return -ENOMEM;
            if (to > end)
                break; /* the next pages have more of it */
        }
    }
    return 0;
}

int rn_runs_pages(struct rn_extents *out, const struct rn_extents *pages,
                  uint64_t words_a_page, uint64_t end)
{
    for (size_t k = 0; k < pages->n; k++) {
        uint64_t to = pages->v[k].end * words_a_page;

        if (rn_extents_append(out, pages->v[k].first * words_a_page,
                              to < end ? to : end) != 0)
            return -ENOMEM;
    }
    return 0;
}

/* Most of what one word of a message can count. */
static const uint64_t longest = (UINT64_C(1) << RN_RUN_COUNT_BITS) - 1;

size_t rn_extents_bytes(const struct rn_extents *s)
{
    uint64_t parts = 0;

    for (size_t i = 0; i < s->n; i++)
        parts += (s->v[i].end - s->v[i].first + longest - 1) / longest;
    return (size_t)parts * RN_WORD;
}

size_t rn_runs_bytes(const struct rn_extents *r)
{
    return rn_extents_bytes(r) + (size_t)r->total * RN_WORD;
}

void rn_runs_encode(const struct rn_extents *r, const uint64_t *memory,
                    void *message)
{
    uint64_t *to = message;

    for (size_t i = 0; i < r->n; i++) {
        uint64_t first = r->v[i].first, end = r->v[i].end, count;

        for (; first < end; first += count) {
            count = end - first < longest ? end - first : longest;
            *to++ = first << RN_RUN_COUNT_BITS | count;
            if (memory == NULL)
                continue;
            memcpy(to, &memory[first], (size_t)count * RN_WORD);
            to += count;
        }
    }
}

static void unpack(uint64_t word, uint64_t *first, uint64_t *count)
{
    *first = word >> RN_RUN_COUNT_BITS;
    *count = word & longest;
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

int rn_extents_decode(const void *message, size_t bytes, uint64_t end,
                      struct rn_extents *s)
{
    const uint64_t *at = message, *stop = at + bytes / RN_WORD;
    uint64_t behind = s->n > 0 ? s->v[s->n - 1].end : 0;

    if (bytes % RN_WORD != 0)
        return -EPROTO;
    while (at < stop) {
        uint64_t first, count;

        unpack(*at++, &first, &count);
        if (count == 0 || first < behind || first + count > end)
            return -EPROTO;
        behind = first + count;
        if (rn_extents_append(s, first, behind) != 0)
            return -ENOMEM;
    }
    return 0;
}
