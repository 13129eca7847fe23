/* runs.h: runs of changed words, and their encoding in messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RUNS_H
#define REFNUMA_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/*
 * A run is an extent of words. Words have 8 bytes, are compared bit by bit and
 * are counted from the start of the array. In a message a run is a header word
 * followed by the run's words. The header has the number of the first word in
 * its upper 40 bits and the word count in the lower 24; longer runs are split.
 * A message about pages has runs of page numbers without content. Functions
 * that append return 0 or -ENOMEM. Pure.
 */
enum { RN_WORD = 8, RN_RUN_FIRST_BITS = 40, RN_RUN_COUNT_BITS = 24 };

/* Appends the runs of words in first..end-1 in which `memory` differs from
 * `twin`. No run contains a word that is equal in both. */
int rn_runs_compare(struct rn_extents *r, const uint64_t *memory,
                    const uint64_t *twin, uint64_t first, uint64_t end);
/* Returns the bytes of a message: 8 for each run (or each part of a split run)
 * and, with `words`, 8 for each word. */
size_t rn_runs_bytes(const struct rn_extents *r, bool words);
/* Encodes a message with words from `memory`, or without words if that is NULL.
 * The message must be aligned to words. */
void rn_runs_encode(const struct rn_extents *r, const uint64_t *memory,
                    void *message);
/* Calls run() for each run of a message in ascending order, with the run's
 * words if `words`. Returns 0. Returns -EPROTO if the message is malformed or a
 * run extends beyond word `end`; run() is then not called for that run and
 * later ones. */
typedef int rn_run_fn(void *arg, uint64_t first, uint64_t count,
                      const uint64_t *words); /* 0 to continue; rn_runs_decode()
                                               * returns any other value */
int rn_runs_decode(const void *message, size_t bytes, uint64_t end, bool words,
                   rn_run_fn *run, void *arg);

#endif /* REFNUMA_RUNS_H */
