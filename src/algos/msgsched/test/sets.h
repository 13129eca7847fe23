/* sets.h: pseudorandom sets of messages, the same in each run. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TEST_SETS_H
#define MSGSCHED_TEST_SETS_H

#include "../arrange.h"

enum { SET_RANKS = 7, SET_MAX = 60 };

struct set {
    struct ms_item items[SET_MAX];
    size_t n;
};

/* Returns the next number below [below] of the pseudorandom sequence of
 * [seed]. */
unsigned set_draw(uint64_t *seed, unsigned below);

/* Fills in random messages from [src], one of SET_RANKS ranks, or from all of
 * them if it is -1. Nodes, sizes, weights and the rest are random too, from few
 * values. */
void set_fill(struct set *s, int src, uint64_t *seed);

/* Draws all options that the order and the cuts depend on, except the
 * schedule. */
void set_options(struct msgsched_options *o, uint64_t *seed);

#endif /* MSGSCHED_TEST_SETS_H */
