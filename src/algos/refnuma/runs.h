/* runs.h: changed words as runs, and runs as messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RUNS_H
#define REFNUMA_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "algos/refnuma/extents.h"

/*
 * A run is an extent of words. The quantum of comparison and of messages is a
 * word of 8 bytes, compared as bits; words are counted from the start of the
 * array. In a message a run is one word, with its first in the upper 40 bits
 * and its count in the lower 24, and then its words; longer runs are cut. A
 * message of pages has runs of pages, without content.
 * Functions that append return 0 or -ENOMEM. Pure.
 */
enum { RN_WORD = 8, RN_RUN_FIRST_BITS = 40, RN_RUN_COUNT_BITS = 24 };

/* Appends where `memory` differs from `twin`, words first..end-1 of both. Equal
 * words are never part of a run. */
int rn_runs_compare(struct rn_extents *r, const uint64_t *memory,
                    const uint64_t *twin, uint64_t first, uint64_t end);
/* Bytes of a message: 8 for each run (each part of one that is cut), and with
 * `words` 8 a word more. */
size_t rn_runs_bytes(const struct rn_extents *r, bool words);
/* Writes a message with words out of `memory`, or without words where that is
 * NULL. Messages are aligned as words are. */
void rn_runs_encode(const struct rn_extents *r, const uint64_t *memory,
                    void *message);
/* Calls for each run of a message, in ascending order; `words` is where those
 * of the run would be. 0, or -EPROTO if it is not one, or a run reaches beyond
 * word `end`; then nothing was called for that run or any behind it. */
typedef int
rn_run_fn(void *arg, uint64_t first, uint64_t count,
          const uint64_t *words); /* 0, or what decode then returns */
int rn_runs_decode(const void *message, size_t bytes, uint64_t end, bool words,
                   rn_run_fn *run, void *arg);

#endif /* REFNUMA_RUNS_H */
