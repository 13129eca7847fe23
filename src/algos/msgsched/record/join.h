/* join.h: the sets of all ranks become supersteps of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_JOIN_H
#define RECORD_JOIN_H

#include "sets.h"

/* A message of a superstep, in words: src, dst, tag, bytes, count. */
enum { MESSAGE_WORDS = 5 };

struct joined {
    struct intern supersteps; /* those that differ, in order of appearance */
    int64_t *repeat;          /* of each: how often there was one */
    size_t repeat_max;
    int64_t inside, inside_bytes; /* left out by [node] */
    int64_t unmatched_sends, unmatched_receives;
};

/*
 * Join the sets of [ranks] ranks: see timeline.h. A superstep is what is of one
 * level. With [node], of each rank, messages inside a node are left out. False:
 * no memory. joined_free() in any case.
 */
bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out);
void joined_free(struct joined *j);

#endif /* RECORD_JOIN_H */
