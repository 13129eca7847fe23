/* states.h: states of the machine, from what its gauges showed around passes.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_STATES_H
#define COMPARE_STATES_H

#include "compare/runs.h"

enum { STATE_LOW, STATE_HIGH, STATES, STATE_MIXED = -1 };

/* A state of the machine. */
struct state {
    const char *name; /* "near", "far"; "fast", "slow"; NULL: there is one */
    double level;     /* seconds: of the gauge, the mean of its readings */
    double share;     /* of the passes that are known to be in either */
};

struct states {
    size_t n;  /* 1: the machine showed one, or too little of another */
    int gauge; /* that tells them; -1: none was read */
    struct state v[STATES];
    struct state_cut cut; /* gauge -1: none */
    double mixed;         /* share of all passes that changed within */
};

/* One cut for all runs: the one that their table was made with before, else
 * what cut_find() makes of the readings of the first gauge that has one; each
 * state has a tenth of the passes, and passes of 4 runs. */
void states_find(struct states *s, const struct runs *r);

/* The state of a pass; with one state STATE_LOW. */
int states_of(const struct states *s, const struct pass *p);

#endif /* COMPARE_STATES_H */
