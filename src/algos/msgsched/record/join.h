/* join.h: the sets of all ranks become supersteps of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_JOIN_H
#define RECORD_JOIN_H

#include "sets.h"

/* A message of a superstep, in words: src, dst, tag, bytes, count. */
enum { MESSAGE_WORDS = 5 };

struct joined {
    struct intern supersteps; /* those that differ, in order of appearance */
    struct words repeat;      /* of each: how often there was one */
};

/*
 * Joins the sets of [ranks] ranks. Two entries of their histories are joined
 * where a message goes from one to the other, and by a collective call that all
 * ranks wait in. What is joined, directly or not, is one step. A step comes
 * after another where a rank has them in this order. Its level is the largest
 * number of steps, one after the other, that come before it. A superstep is
 * what is of one level. With [node], of each rank, messages inside a node are
 * left out; they are counted in [tally], as is what met nothing. False: no
 * memory. joined_free() in any case.
 */
bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out, struct tally *tally);
void joined_free(struct joined *j);

#endif /* RECORD_JOIN_H */
