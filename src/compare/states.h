/* states.h: the states of the machine during the passes of runs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_STATES_H
#define COMPARE_STATES_H

#include "compare/runs.h"

enum { STATE_LOW, STATE_HIGH, STATES, STATE_MIXED = -1 };

/* A state of the machine. */
struct state {
    const char *name; /* "near", "far"; "fast", "slow"; NULL if there is only
                         one state */
    double level;     /* mean reading of the gauge, in seconds */
    double share;     /* fraction of the passes with a known state */
};

struct states {
    size_t n;  /* number of states; 1 also if the second is too rare */
    int gauge; /* gauge whose readings show them; -1 if there are no readings */
    struct state v[STATES];
    struct state_cut cut; /* threshold; its gauge is -1 if there is none */
};

/* Finds the machine's states over all runs. The threshold is that of a `table`
 * record, if any; else cut_find() finds one for the first gauge whose readings
 * form two groups. A state needs a tenth of the passes, in at least 4 runs. */
void states_find(struct states *s, const struct runs *r);

/* Returns the state of a pass: STATE_LOW if there is only one; STATE_MIXED if
 * it changed during the pass or is unknown. */
int states_of(const struct states *s, const struct pass *p);

#endif /* COMPARE_STATES_H */
