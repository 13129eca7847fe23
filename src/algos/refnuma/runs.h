/* runs.h: changed words as runs, and runs as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RUNS_H
#define REFNUMA_RUNS_H

#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/*
 * A run is an extent of words. The quantum of comparison and of messages is a
 * word of 8 bytes, compared as bits; words are counted from the start of the
 * array. In a message a run is one word, with its first in the upper 40 bits
 * and its count in the lower 24, and then its words; longer runs are cut.
 * Functions that append return 0 or -ENOMEM. Pure.
 */
enum { RN_WORD = 8, RN_RUN_FIRST_BITS = 40, RN_RUN_COUNT_BITS = 24 };

/* Appends where `memory` differs from `twin`, words first..end-1 of both. Equal
 * words are never part of a run. */
int rn_runs_compare(struct rn_extents *r, const uint64_t *memory,
                    const uint64_t *twin, uint64_t first, uint64_t end);
/* Appends the parts of united runs that lie in the pages. */
int rn_runs_within(struct rn_extents *out, const struct rn_extents *r,
                   const struct rn_extents *pages, uint64_t words_a_page);
/* Appends the pages, none beyond word `end`. */
int rn_runs_pages(struct rn_extents *out, const struct rn_extents *pages,
                  uint64_t words_a_page, uint64_t end);

/* Bytes of a message with these extents: 8 for each (each part of one that is
 * cut); and of one with these runs, with 8 a word more. */
size_t rn_extents_bytes(const struct rn_extents *s);
size_t rn_runs_bytes(const struct rn_extents *r);
/* Writes a message of runs out of `memory`, or of the extents alone where that
 * is NULL. Messages are aligned as words are. */
void rn_runs_encode(const struct rn_extents *r, const uint64_t *memory,
                    void *message);
/* Calls for each run of a message. 0, or -EPROTO if it is not one, or a run
 * reaches beyond word `end`; then nothing was called for that run or any behind
 * it. */
typedef int
rn_run_fn(void *arg, uint64_t first, uint64_t count,
          const uint64_t *words); /* 0, or what decode then returns */
int rn_runs_decode(const void *message, size_t bytes, uint64_t end,
                   rn_run_fn *run, void *arg);
/* Appends the extents of a message, in order. 0, -ENOMEM, or -EPROTO if it is
 * not one, or one reaches beyond `end`; then some may have been appended. */
int rn_extents_decode(const void *message, size_t bytes, uint64_t end,
                      struct rn_extents *s);

#endif /* REFNUMA_RUNS_H */
