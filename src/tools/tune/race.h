/* race.h: a race of settings against the default: drops the slower half again
 * and again (sequential halving: Karnin, Koren and Somekh, 2013). Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNE_RACE_H
#define TUNE_RACE_H

#include <stdbool.h>
#include <stddef.h>

/* Share of the budget that the race takes; the rest is for the proof. */
#define RACE_SHARE 0.68

/* Fewest runs for an interval. */
enum { GAIN_RUNS = 10 };

/* A setting in the race, or in the proof. */
struct racer {
    const char *name; /* of its setting, which may have other values */
    double *x; /* from each block, the logarithm of its speed relative to the
                  default in that block; NAN if unknown */
    size_t n;
    size_t round; /* the last round in which it ran, from 1 */
    bool out;     /* runs no more */
    bool failed;  /* it cannot be used */
    int failures; /* number of failed runs */
};

struct race {
    struct racer *v;
    size_t n;
    size_t round; /* from 1 */
    /* Runs the default, and each racer that is not out, once in random order;
     * adds their values. Returns false if the race must end. */
    bool (*block)(struct race *r);
    double (*now)(const struct race *r); /* seconds since the search began */
    void *data;
};

/* Speed relative to the default, and its confidence interval. */
struct gain {
    size_t runs;
    double times, lo, hi; /* NAN if unknown */
};

/* Adds a value; the racer owns the array. */
void racer_add(struct racer *r, double x);
/* Computes the gain: trimmed mean, and the interval of Tukey and McLaughlin
 * with MEAN_LEVEL at each end. A share of runs may be disturbed. */
void racer_gain(struct gain *g, const struct racer *r);

size_t race_in(const struct race *r); /* number of racers that are not out */
/* Returns the seconds of a round of n racers, out of the seconds left for all
 * rounds: each round has equally many blocks. */
double race_round(size_t n, double left);
/* Runs blocks until `seconds`, at least one in each round. Returns the winner;
 * r->n if all failed, or if the race had to end. */
size_t race_run(struct race *r, double seconds);
/* Returns the fastest racer that is not out; r->n if none has a value. */
size_t race_best(const struct race *r);
/* Returns the racer to combine with the winner: the fastest with another name,
 * if both are faster than the default. r->n if there is none. */
size_t race_partner(const struct race *r, size_t winner);

#endif /* TUNE_RACE_H */
