/* states.h: conditions of the machine that last, told apart by what was watched
 * of it, never by what was measured. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STATES_H
#define MPIPERF_STATES_H

#include <stdbool.h>
#include <stddef.h>

enum { COVARIATES_MAX = 4, STATES_MAX = 3 };

/* What is watched: a gauge of the machine. */
struct covariate {
    const char *name, *low, *high; /* "oneway", "near", "far" */
    double factor;                 /* two states differ by more than that */
};

/* Rounds of a case in which the machine did not change. */
struct stretch {
    size_t run;                   /* index, in the order of time */
    double at;                    /* seconds since the run began */
    double level[COVARIATES_MAX]; /* logarithms; NAN: unknown */
    double rounds;
};

struct state {
    char *name;                   /* "near", "far-slow"; "one" where there is
                                     one */
    double level[COVARIATES_MAX]; /* logarithms, of its middle; NAN: unknown */
    double sd[COVARIATES_MAX];
    double share, rounds; /* of all rounds whose levels are known */
    size_t stays;         /* unbroken times in it */
};

struct states {
    size_t n; /* 1: the machine showed one; 0: nothing known */
    struct state v[STATES_MAX]; /* the lowest level first: nearest, fastest */
    int *of;                    /* of a stretch: index of its state; -1: none */
    size_t *stay; /* of a stretch: number of its stay, in the order of time;
                     STAY_NONE: in no state */
};
#define STAY_NONE ((size_t)-1)

/*
 * Levels of a covariate fall into up to three classes (classes.h); a state is a
 * combination of classes that has a class's share and number of rounds: of
 * these the STATES_MAX with most. Stretches may come in any order; a stay goes
 * on over runs, and over stretches of which nothing is known, but not over
 * those in a combination that is none of the states.
 */
void states_find(struct states *s, const struct stretch *x, size_t n,
                 const struct covariate *c, size_t ncovariates);
void states_free(struct states *s);

/* Do the states differ in that covariate? */
bool states_differ_in(const struct states *s, size_t covariate);

#endif /* MPIPERF_STATES_H */
