/* runs.h: changed elements as runs, and runs as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RUNS_H
#define REFNUMA_RUNS_H

#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/*
 * The quantum of comparison and of messages is a word of 8 bytes, compared as bits.
 * Words are counted from the start of the array. In a message a run is one word with
 * its first in the upper 40 bits and its count in the lower 24, and then its words;
 * longer runs are cut. Pure.
 */
struct rn_run {
    uint64_t first, count;
};

struct rn_runs {
    struct rn_run *v; /* ascending, not touching each other, once united */
    size_t n, room;
    uint64_t words; /* in all of them */
};

enum { RN_WORD = 8, RN_RUN_FIRST_BITS = 40, RN_RUN_COUNT_BITS = 24 };

void rn_runs_free(struct rn_runs *r);
void rn_runs_clear(struct rn_runs *r); /* keeps the memory */
/* All 0 or -ENOMEM. */
int rn_runs_append(struct rn_runs *r, uint64_t first, uint64_t count); /* joins
                                          with the last if they touch */
/* Appends where `memory` differs from `twin`, words first..end-1 of both. Equal words
 * are never part of a run. */
int rn_runs_compare(struct rn_runs *r, const uint64_t *memory,
                    const uint64_t *twin, uint64_t first, uint64_t end);
/* Sorts and joins runs that were appended in any order and may overlap. */
int rn_runs_unite(struct rn_runs *r);
/* Appends the parts of united runs that lie in the pages. */
int rn_runs_within(struct rn_runs *out, const struct rn_runs *r,
                   const struct rn_extents *pages, uint64_t words_a_page);
/* Appends the pages, none beyond word `end`. */
int rn_runs_pages(struct rn_runs *out, const struct rn_extents *pages,
                  uint64_t words_a_page, uint64_t end);

/* Bytes of a message with these runs: 8 for each (each part of one that is cut) and 8
 * a word; what rn_runs_encode() writes. Messages are aligned as words are. */
size_t rn_runs_bytes(const struct rn_runs *r);
void rn_runs_encode(const struct rn_runs *r, const uint64_t *memory,
                    void *message);
/* Calls for each run of a message. 0, or -EPROTO if it is not one, or a run reaches
 * beyond word `end`; then nothing was called for that run or any behind it. */
typedef int rn_run_fn(void *arg, uint64_t first, uint64_t count,
                      const uint64_t *words); /* 0, or what decode then returns */
int rn_runs_decode(const void *message, size_t bytes, uint64_t end,
                   rn_run_fn *run, void *arg);

/* Ranges of pages as a message: a word each (each part of one that is cut), packed
 * as runs are. decode: appended to *pages, in order; 0, -ENOMEM, or -EPROTO if it is
 * not one, or a page is `end` or beyond; then some may have been appended. */
size_t rn_extents_bytes(const struct rn_extents *s);
void rn_extents_encode(const struct rn_extents *s, void *message);
int rn_extents_decode(const void *message, size_t bytes, uint64_t end,
                      struct rn_extents *pages);

#endif /* REFNUMA_RUNS_H */
