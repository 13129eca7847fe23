/* runs.c: finds runs of changed words, and encodes them as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A diff is the list of runs of adjacent words that differ from the twin. A run
 * takes 8 bytes plus 8 for each word, less than the paper's single elements if
 * it has two or more words.
 */
#include "runs.h"

#include <errno.h>
#include <string.h>

#include "extents.h"

/* Words that one memcmp() compares, to skip equal blocks. The call costs as
 * much as comparing a few words one by one. */
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

/* Maximum words in one run of a message. */
static const uint64_t longest = (UINT64_C(1) << RN_RUN_COUNT_BITS) - 1;

size_t rn_runs_bytes(const struct rn_extents *r, bool words)
{
    uint64_t n = words ? r->total : 0;

    for (size_t i = 0; i < r->n; i++)
        n += (r->v[i].end - r->v[i].first + longest - 1) / longest;
    return (size_t)n * RN_WORD;
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

int rn_runs_decode(const void *message, size_t bytes, uint64_t end, bool words,
                   rn_run_fn *run, void *arg)
{
    const uint64_t *at = message, *stop = at + bytes / RN_WORD;
    uint64_t behind = 0;

    if (bytes % RN_WORD != 0)
        return -EPROTO;
    while (at < stop) {
        uint64_t first = *at >> RN_RUN_COUNT_BITS, count = *at & longest;
        int rc;

        at++;
        if (count == 0 || first < behind || first + count > end ||
            (words && count > (uint64_t)(stop - at)))
            return -EPROTO;
        behind = first + count;
        rc = run(arg, first, count, at);
        if (rc != 0)
            return rc;
        at += words ? count : 0;
    }
    return 0;
}
