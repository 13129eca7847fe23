/* races.h: check mode: races, and elements that were never delivered. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RACES_H
#define REFNUMA_RACES_H

#include <stddef.h>
#include <stdint.h>
#include "runs.h"

struct refnuma_array;

/* A run of words that a rank wrote. */
struct rn_write {
    uint64_t first, end;
    int rank;
};

/* Those of one array before one barrier, in any order; all zero: none. Pure. */
struct rn_writes {
    struct rn_write *v;
    size_t n, room;
};

void rn_writes_free(struct rn_writes *w);
void rn_writes_clear(struct rn_writes *w); /* keeps the memory */
/* Runs of one rank do not overlap. 0 or -ENOMEM. */
int rn_writes_add(struct rn_writes *w, int rank, uint64_t first, uint64_t end);

/* Words first..end-1 were written by both ranks, a < b, and perhaps by more. */
typedef void rn_race_fn(void *arg, uint64_t first, uint64_t end, int a, int b);

/* Calls for each run of words that several ranks wrote, each word once, in
 * order. Returns how many words they are. Sorts the
 * writes. */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg);

/* This rank's changed words, of which `own` are in pages at home here. 0 or
 * -ENOMEM. */
int rn_check_own(struct refnuma_array *a, const struct rn_extents *own);

/* Behind the first round: counts words that several ranks wrote and reports
 * some of them on stderr. */
void rn_check_races(struct refnuma_array *a);

#endif /* REFNUMA_RACES_H */
