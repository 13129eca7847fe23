/* runs_message.c: runs of words and ranges of pages as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "algos/refnuma/runs.h"

#include <errno.h>
#include <string.h>

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
