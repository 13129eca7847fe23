/* blocks.h: the times of a case, block by block. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_BLOCKS_H
#define COMPARE_BLOCKS_H

#include "tools/compare/runs.h"

/* Blocks that have a run in any of several sets of runs that number their
 * blocks alike: how many, and which of them each run belongs to. */
struct blocks {
    size_t n;
    size_t *of[2]; /* set -> run -> 0 .. n - 1; malloced */
};

void blocks_init(struct blocks *b, const struct runs *const *set, size_t sets);
void blocks_fini(struct blocks *b);

/* No blocks: every run is one of its own, and those of the sets have nothing to
 * do with each other. */
void blocks_init_apart(struct blocks *b, const struct runs *const *set,
                       size_t sets);

/*
 * Logarithms of the times that a case of that set has in the runs of one
 * command line, by block; NAN where a block has none. Malloced.
 */
double *blocks_times(const struct blocks *b, size_t set,
                     const struct runs *runs, const struct runs_case *c,
                     long command);

#endif /* COMPARE_BLOCKS_H */
