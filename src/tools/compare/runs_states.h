/* runs_states.h: in which states of the machine runs were measured, and what
 * they found in one of them. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RUNS_STATES_H
#define COMPARE_RUNS_STATES_H

#include "mpiperf/stats/states.h"
#include "tools/compare/runs.h"

/* A state with a smaller share of the rounds has no line of its own. */
#define STATE_SHARE_MIN 0.1

/* What a case's figures are made of: the rounds of a stretch. */
struct piece {
    size_t figures;      /* which ones of the case */
    size_t run;          /* of the set, that they are of */
    double time, rounds; /* logarithm of seconds, NAN: none; and its weight */
};

/* One set of runs, or two sides. */
struct runs_states {
    struct states found;
    size_t matter[STATES_MAX], n; /* those of them with enough rounds */
    struct covariate covariate[COVARIATES_MAX];
    size_t ncovariates;
    const struct runs *set[2];
    size_t sets;
    bool shared; /* sets number their blocks alike */
    struct stretch *stretch;
    struct piece *piece; /* of each stretch */
    size_t *first_of[2]; /* set, case -> first stretch; one more at the end */
    size_t nstretches;
    double mixed;  /* rounds of no stretch, for a state changed in them */
    json_t *watch; /* that the covariates are of; NULL: of older records */
};

/*
 * Looks at all stretches of all cases. Where a command line was never watched,
 * all runs' figures are one stretch each with what the gauges showed at the
 * run's start and end; that is in no state where these disagree. The sets stay
 * the caller's and must outlive it.
 */
void runs_states_find(struct runs_states *s, const struct runs *const *set,
                      size_t sets, bool shared);
void runs_states_free(struct runs_states *s);

/* By name, by a word that one name alone has, or by its number among those that
 * matter, from 1; -1 with *cause malloced: there is none. Where the machine
 * showed one state its number is its only name. */
int runs_states_named(const struct runs_states *s, const char *name,
                      char **cause);

/* All states, with what each of them does to the times taken off. */
#define STATES_LEVELLED ((size_t)-1)

/*
 * The set's runs and cases, with the figures that they have in that state, or
 * STATES_LEVELLED; a copy that is freed by itself. A run of it is a cluster:
 * the runs of a block, or where all they have of the state is of one stay, and
 * other blocks are of it too, all of these. Of STATES_LEVELLED a cluster is a
 * stay that has most of a run of each set, or a block of runs that have no such
 * stay. Not `stays`: blocks are the clusters.
 */
void runs_of_state(struct runs *out, const struct runs_states *s, size_t set,
                   size_t state, bool stays);

/* The stretches of a set, of all its cases: from the first one to before the
 * second. */
static inline size_t runs_states_begin(const struct runs_states *s, size_t set)
{
    return s->first_of[set][0];
}
static inline size_t runs_states_end(const struct runs_states *s, size_t set)
{
    return s->first_of[set][s->set[set]->ncases];
}

/* Is the stretch in that state, or in any? */
static inline bool runs_states_in(const struct runs_states *s, size_t at,
                                  size_t state)
{
    return state == STATES_LEVELLED ? s->found.of[at] >= 0
                                    : s->found.of[at] == (int)state;
}

/*
 * What each state adds to the logarithm of a case's time, by least squares
 * weighted by rounds, with a difference of the two sides that is the same in
 * all states: sides that were in them unequally do not hide it. 0 on the mean
 * over all rounds.
 */
void state_levels(double level[STATES_MAX], const struct runs_states *s,
                  const char *key);

/* One case of a command line in one state. */
struct in_state {
    double rounds, share; /* of the case's rounds that are in any state */
    size_t stays, runs;
};

/* Which stays and runs of a set were counted, by the number of the count: it
 * serves any number of them. */
struct in_state_marks {
    size_t *stay, *run;
    size_t counted;
};
void in_state_open(struct in_state_marks *m, const struct runs_states *s,
                   size_t set);
void in_state_close(struct in_state_marks *m);

void in_state_of(struct in_state *to, struct in_state_marks *m,
                 const struct runs_states *s, size_t set, size_t of_case,
                 long command, size_t state);

/* " 66 ns": of the covariates in which states differ, malloced. */
char *runs_states_levels(const struct runs_states *s, size_t state);

/* What a set has of its rounds in that state: of each case, and of these shares
 * the mean. */
double runs_states_share(const struct runs_states *s, size_t set, size_t state);

/* Runs of a set of which nothing is known. */
size_t runs_states_unwatched(const struct runs_states *s, size_t set);

/* Share of all rounds that are of no stretch. */
double runs_states_mixed(const struct runs_states *s);

/* Share of the variance of the logarithms of a case's times that the states do
 * not explain; NAN: unknown. */
double runs_states_unexplained(const struct runs_states *s, size_t set,
                               size_t of_case, long command);

#endif /* COMPARE_RUNS_STATES_H */
