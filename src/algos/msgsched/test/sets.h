/* sets.h: random sets of messages, always the same ones. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_TEST_SETS_H
#define MSGSCHED_TEST_SETS_H

#include "../arrange.h"

enum { SET_RANKS = 7, SET_MAX = 60 };

struct set {
    struct ms_item items[SET_MAX];
    size_t n;
};

/* A number below [below]; the next one of a sequence that [seed] starts. */
unsigned set_draw(uint64_t *seed, unsigned below);

/* Messages from [src] of SET_RANKS ranks, or from all of them if it is -1;
 * nodes, sizes, weights and the rest are drawn too, from few values. */
void set_fill(struct set *s, int src, uint64_t *seed);

/* Values of the options that order and cut depend on, but for the schedule. */
void set_options(struct msgsched_options *o, uint64_t *seed);

#endif /* MSGSCHED_TEST_SETS_H */
