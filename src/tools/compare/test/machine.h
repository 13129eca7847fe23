/* machine.h: records of a simulated machine whose states are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TEST_MACHINE_H
#define COMPARE_TEST_MACHINE_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include "mpiperf/stats/states.h"
#include "tools/compare/runs.h"

enum { ALGOS = 2 };

/* A machine of so many states, the outer ones where there are two. */
struct cell {
    size_t states;
    double dwell; /* seconds in a state, on average */
    size_t runs;
    double odd; /* share of the stretches whose readings are 1.2 to 6 times as
                   long, for something came between */
};

/* The algorithms' times in each state. */
extern const double machine_us[][ALGOS];

struct machine {
    const struct cell *cell;
    gsl_rng *rng;
    double now, until;               /* when the state changes */
    size_t state, stays[STATES_MAX]; /* stays that a round was in */
    bool seen;                       /* this one was */
    bool sides;                      /* runs are of two command lines */
    double stay[ALGOS], run[ALGOS];  /* what they add */
    double side[3];                  /* what a stay adds to a command line */
};

/* sides: runs are of two command lines. */
void machine_init(struct machine *m, const struct cell *c, bool sides,
                  gsl_rng *rng);

/* Which of machine_us it is: where there are two states, the first and the
 * last. */
size_t machine_state(const struct cell *c, size_t state);

/* A run of a command line, 1 or 2, of a block, that takes so many times as long
 * as another one would. Stays are not the same to both. */
struct side_run {
    long command;
    size_t block;
    double slower;
};

/* Adds the next run, of both algorithms; NULL: there is one command line. */
void machine_run(struct runs *runs, struct machine *m,
                 const struct side_run *side);

#endif /* COMPARE_TEST_MACHINE_H */
