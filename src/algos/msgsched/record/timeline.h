/* timeline.h: the sets of all ranks become supersteps of the program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TIMELINE_H
#define RECORD_TIMELINE_H

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
 * Join the sets of [ranks] ranks: see below. A superstep is what is of one
 * level. With [node], of each rank, messages inside a node are left out. False:
 * no memory. joined_free() in any case.
 */
bool join(const struct sets of[], int ranks, const int *node,
          struct joined *out);
void joined_free(struct joined *j);

/* ---- its parts ----------------------------------------------------------- */

/*
 * The histories of all ranks, whose entries are numbered rank after rank. Two
 * entries are joined where a message goes from one to the other, and by a
 * collective call that all ranks wait in. What is joined, directly or not, is
 * one step. A step comes after another where a rank has them in this order. Its
 * level is the largest number of steps, one after the other, that come before
 * it; steps of one level are not ordered.
 */
struct timeline {
    int ranks;
    const struct sets *of;
    size_t *base;     /* of each rank's entries, and the end */
    uint32_t *parent; /* joined entries: the tree that an entry is in */
    uint32_t *level;  /* of each entry */
    uint32_t levels;
    int64_t unmatched_sends, unmatched_receives;
};

/* False: no memory. timeline_fini() in any case. */
bool timeline_init(struct timeline *t, const struct sets of[], int ranks);
void timeline_fini(struct timeline *t);

/* The entry that stands for all that [entry] is joined with. */
uint32_t timeline_root(struct timeline *t, uint32_t entry);
void timeline_join(struct timeline *t, uint32_t a, uint32_t b);

/* Steps of timeline_init(), in this order; false: no memory. */
bool timeline_match(struct timeline *t); /* join by messages */
bool timeline_order(struct timeline *t); /* levels */

#endif /* RECORD_TIMELINE_H */
