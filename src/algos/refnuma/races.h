/* races.h: words that several ranks wrote before one barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RACES_H
#define REFNUMA_RACES_H

#include <stddef.h>
#include <stdint.h>

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
int rn_writes_add(struct rn_writes *w, int rank, uint64_t first,
                  uint64_t count);

/* Words first..end-1 were written by both ranks, a < b, and perhaps by more. */
typedef void rn_race_fn(void *arg, uint64_t first, uint64_t end, int a, int b);

/* Calls for each run of words that several ranks wrote, each word once, in
 * order, unless `race` is NULL. Returns how many words they are. Sorts the
 * writes. */
uint64_t rn_races(struct rn_writes *w, rn_race_fn *race, void *arg);

#endif /* REFNUMA_RACES_H */
