/* interval.h: prediction intervals: where a figure of the next table will be,
 * from the runs of this one. Pure. doc/statistics.md explains the method. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PARTS = 6,      /* number of parts into which the runs of a table are cut */
    VALUES_MIN = 4, /* minimum values for an interval */
    SIGN_MIN = 6,   /* minimum values for the sign of a change */
};

/* Minimum parts with values for an interval, unless there are fewer parts. */
enum { PARTS_MIN = 4 };

/* The runs of a table, in the order of time, cut into consecutive parts. A
 * sitting is a sequence of runs without a long pause. */
struct parts {
    size_t *of;      /* part of each of n runs, ascending from 0 */
    size_t *sitting; /* sitting of each run, ascending from 0 */
    size_t n;
    size_t count;    /* number of parts */
    size_t sittings; /* number of sittings */
};

/*
 * Cuts n runs into parts. began: start times of the runs in seconds, NAN:
 * unknown. A pause of `sitting` seconds or more begins a new sitting. Three or
 * more sittings are the parts; otherwise there are PARTS equal parts, or one
 * per run if there are fewer runs.
 */
void parts_cut(struct parts *p, const double *began, size_t n, double sitting);
void parts_free(struct parts *p);

/* Mean of a figure over the runs that have it, and the standard deviation of
 * the means of the parts that the runs are cut into. */
struct spread_of_parts {
    size_t n;        /* number of values */
    size_t parts;    /* number of parts with values */
    size_t odd;      /* number of outliers, clamped to 4 deviations */
    size_t high;     /* number of outliers above the others */
    bool two_groups; /* too many outliers: none was clamped */
    double mean;     /* mean of the values; NAN: no value */
    double sd;    /* standard deviation of the parts' means; NAN: fewer than two
                     parts have values */
    double apart; /* distance of the means of two sittings; 0 unless there are
                     two */
    bool known;   /* has the minimum values and parts for an interval */
};

/* Computes *s. x: the value of each run, NAN: none. */
void parts_spread(struct spread_of_parts *s, const double *x,
                  const struct parts *p);

/* Returns the median of the known sd of a column, the minimum sd of its rows; 0
 * if none is known. */
double column_sd(const struct spread_of_parts *const *column, size_t n);

/* Returns half the width of the interval: 2 sd with at least least_sd, at least
 * the distance of two sittings, and at least `least`; NAN: not known. */
double interval_half(const struct spread_of_parts *s, double least_sd,
                     double least);

/* Returns half the width of the 95 % confidence interval of the mean of these
 * runs, by Student's distribution over the parts' means; NAN: not known. */
double interval_half_of_mean(const struct spread_of_parts *s, double least);

/* Returns the value that a further value of the same distribution as these n
 * exceeds with this probability: Student's prediction bound. Outliers are
 * clamped as above. NAN: fewer than VALUES_MIN values. */
double next_most(const double *x, size_t n, double probability);

#endif /* STATS_INTERVAL_H */
