/* join.h: combines the sets of all ranks into supersteps of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_JOIN_H
#define RECORD_JOIN_H

#include "sets.h"

/* A message of a superstep is five words: src, dst, tag, bytes, count. */
enum { MESSAGE_WORDS = 5 };

struct joined {
    struct intern supersteps; /* the distinct supersteps, in order of first
                               * occurrence, with the messages of that
                               * occurrence */
    struct words repeat;      /* number of occurrences of each superstep */
};

/*
 * Joins the sets of [ranks] ranks. Two entries of their histories are joined if
 * a message goes from one to the other, or if they are the same collective call
 * of all ranks. Entries joined directly or indirectly form one step. A step
 * follows another if some rank has them in this order. The level of a step is
 * the length of the longest chain of steps before it, and a superstep consists
 * of all steps of one level. Two supersteps are the same if they have the same
 * messages, in the same order for each source, target and tag; tags may have
 * other values in the same order. With [node], the node of each rank, messages
 * within a node are omitted. [tally] counts these, and messages without a
 * partner. Returns false if out of memory. joined_free() frees the result in
 * any case.
 */
bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out, struct tally *tally);
void joined_free(struct joined *j);

#endif /* RECORD_JOIN_H */
