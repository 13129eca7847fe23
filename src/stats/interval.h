/* interval.h: where the next table's figure lies, from the values of the runs
 * of this one. Pure. doc/statistics.md says why. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PARTS = 6,      /* that the runs of a table are cut into */
    VALUES_MIN = 4, /* fewest values that have an interval */
    SIGN_MIN = 6,   /* fewest values that have a sign */
};

/* Fewest parts with values, where there are as many. */
enum { PARTS_MIN = 4 };

/* The runs of a table, in the order of time, cut into consecutive parts. */
struct parts {
    size_t *of;      /* part of each of n runs, ascending from 0 */
    size_t *sitting; /* likewise */
    size_t n;
    size_t count;    /* parts */
    size_t sittings; /* 1: no pause between runs was long */
};

/*
 * began: seconds at which the runs began, NAN: unknown. A pause of `sitting`
 * seconds or more begins a new sitting. From 3 sittings on these are the parts;
 * of fewer the runs are cut into PARTS equal ones, or one a run.
 */
void parts_cut(struct parts *p, const double *began, size_t n, double sitting);
void parts_free(struct parts *p);

/* Values of some of the runs: mean, and the standard deviation of the means of
 * the parts. */
struct spread_of_parts {
    size_t n;        /* values */
    size_t parts;    /* that have any */
    size_t odd;      /* values far from the others, moved to 4 deviations */
    size_t high;     /* of those, above the others */
    bool two_groups; /* too many are far off: none was moved */
    double mean;     /* NAN: no value */
    double sd;       /* NAN: fewer than two parts have values */
    double apart;    /* of two sittings: distance of their means; else 0 */
    bool known;      /* it has the values and parts that an interval needs */
};

/* x: a value of each run, NAN: it has none. */
void parts_spread(struct spread_of_parts *s, const double *x,
                  const struct parts *p);

/* The least sd of a row: the median of those of its column that are known;
 * 0 of none. */
double column_sd(const struct spread_of_parts *const *column, size_t n);

/* Half the width of the interval: 2 sd, at least `least`; NAN: not known. */
double interval_half(const struct spread_of_parts *s, double least_sd,
                     double least);

/* Half the width of the 95 % interval of the mean of these runs: Student's
 * distribution over the parts' means; NAN: not known. */
double interval_half_of_mean(const struct spread_of_parts *s, double least);

/* What one more value exceeds with that probability, if it is like these n:
 * Student's prediction bound, odd values moved as above. NAN: fewer than
 * VALUES_MIN. */
double next_most(const double *x, size_t n, double probability);

#endif /* STATS_INTERVAL_H */
