/* compare_states.h: two sets of runs, state by state. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_COMPARE_STATES_H
#define COMPARE_COMPARE_STATES_H

#include "tools/compare/compare.h"
#include "tools/compare/runs_states.h"

/* Sides whose shares of a state differ by more were measured in different
 * states. */
#define STATE_SHARES_APART 0.1

/* Both sides in one state. */
struct compared_state {
    size_t state; /* of those found */
    struct runs side[2];
    struct comparisons c; /* empty where a side was never in the state */
    double share[2];      /* of the side's rounds */
    double runs_each;     /* runs as they ran for each of the state's */
};

struct compared {
    struct comparisons all; /* as if nobody knew of states */
    struct runs_states states;
    struct compared_state v[STATES_MAX];
    size_t n; /* 0: the machine showed one, `all` is all there is */
    /* All states found, their levels taken off; empty where the sides were not
     * interleaved, have no state in common, or one was asked for. */
    struct runs level[2];
    struct comparisons levelled;
    double levelled_each; /* runs as they ran for each of these */
    bool apart;           /* the sides were measured in different states */
    bool together;        /* there is a state in which both were */
    bool chosen;          /* the state was asked for */
    struct runs *own;     /* those of both sides that it made, or NULL */
};

/*
 * Where the machine was in several states that matter, their tables share the
 * chance of a wrong verdict. Sides that have no state in common have no
 * verdict. one_file: blocks of both have the same numbers. `chosen`: that state
 * alone, by name or number; NULL: all. 0, or -1 with *cause malloced: there is
 * no such state.
 */
int compared_make(struct compared *c, const struct runs *a,
                  const struct runs *b, bool one_file,
                  const struct compare_options *o, const char *chosen,
                  char **cause);
/* The same of two command lines whose runs are of the same blocks. */
int compared_commands(struct compared *c, const struct runs *all,
                      const long command[2], const struct compare_options *o,
                      const char *chosen, char **cause);
void compared_free(struct compared *c);

/* The one of n that is about the same case, or the same operation; NULL. */
const struct comparison *comparison_like(const struct comparison *v, size_t n,
                                         const struct comparison *c);

/* Do all states have one table? */
static inline bool compared_levelled(const struct compared *c)
{
    return c->levelled.n > 0;
}

/* The share of a side's rounds that were in no state, or in one that is not
 * compared, such as one in which the other side never was. 0 where a state was
 * asked for, or the machine showed one. */
double compared_unseen(const struct compared *c, size_t side);

/* The name of that one's state. */
const char *compared_name(const struct compared *c, size_t k);

#endif /* COMPARE_COMPARE_STATES_H */
