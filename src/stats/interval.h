/* interval.h: prediction intervals: from the runs of this table, the range of a
 * figure in the next table. Pure. doc/statistics.md has the method. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RUN_PARTS = 6,  /* number of parts that a table's runs are divided into */
    VALUES_MIN = 4, /* minimum number of values for an interval */
    SIGN_MIN = 6,   /* minimum number of values for the sign of a change */
};

/* The runs of a table in the order of time, divided into consecutive parts. A
 * sitting is a series of runs without a long pause between them. */
struct parts {
    size_t *of; /* part (from 0) of each of the n runs; ascending */
    size_t n;
    size_t count;    /* number of parts */
    size_t sittings; /* number of sittings */
};

/* One-sided confidence levels of the intervals below. */
#define MEAN_LEVEL 0.995
#define NEXT_LEVEL 0.975

/* Divides n runs into parts. pause[i]: seconds between the start of run i and
 * the end of all runs that began earlier, NAN if unknown; pause is NULL if
 * there are no pauses. A pause of at least `sitting` seconds begins a new
 * sitting. If there are two or more sittings, they are the parts; otherwise
 * there are RUN_PARTS equal parts, or one per run if there are fewer runs. */
void parts_cut(struct parts *p, const double *pause, size_t n, double sitting);
void parts_free(struct parts *p);

/* Mean of a figure over the runs that have it, and the scatter of the parts'
 * means. */
struct spread_of_parts {
    size_t n;        /* number of values: runs that have the figure */
    size_t parts;    /* number of parts with values */
    size_t sittings; /* number of sittings with values; 1 if the parts are not
                        sittings */
    size_t outliers; /* number of outliers, which are clamped */
    size_t high;     /* number of outliers above the median */
    bool two_groups; /* too many outliers: `all` and the deviations use the
                        unclamped values */
    double mean;     /* mean of the clamped values, or of the sittings' means if
                        there are several; NAN if there is no value */
    double all;      /* `mean`; if two_groups, from unclamped values */
    double sd; /* standard deviation of the parts' means; NAN if there are fewer
                  than two */
    double scatter; /* standard deviation of the values, NAN if fewer than
                       two */
    double drift;   /* F: variance between parts / within them, 1 on average if
                       runs are independent; NAN if unknown */
    bool known;     /* there are enough values and parts for an interval */
};

/* Computes *s. x: the value of each run; NAN if a run has none. */
void parts_spread(struct spread_of_parts *s, const double *x,
                  const struct parts *p);

/* Turns *s into the spread of the difference s - other, for two sides whose
 * runs were not interleaved. Uses the larger of the two standard deviations and
 * of the two numbers of sittings. */
void spread_subtract(struct spread_of_parts *s,
                     const struct spread_of_parts *other);

/* Returns the median of the column's known sd, which is used as a minimum for
 * the sd of its rows; 0 if none is known. */
double column_sd(const struct spread_of_parts *const *column, size_t n);

/* Returns half the width of the prediction interval: 2 sd (two parts: 17 sd,
 * three: 4.7 sd); with k > 1 sittings, Student's interval for one more sitting,
 * t(k-1; NEXT_LEVEL) sd sqrt(1 + 1/k). sd is at least least_sd, the result at
 * least `least`. NAN if unknown. */
double interval_half(const struct spread_of_parts *s, double least_sd,
                     double least);

/* Returns interval_half() for the time of one run, whose passes are divided
 * into parts. x: logarithm of each pass's time, NAN if there is none. shift:
 * largest error of the time due to the clock's step. */
double passes_half(const double *x, size_t n, double shift);

/* Returns half the width of the confidence interval of the mean of these runs:
 * Student's, over the parts' means, with MEAN_LEVEL at each end; at least
 * `least`. NAN if unknown. */
double interval_half_of_mean(const struct spread_of_parts *s, double least);

/* Returns 2 sd as estimated from the scatter of all runs, which is right if
 * runs are independent. The sd of six parts alone is sometimes much too low. */
double runs_half(const struct spread_of_parts *s);

/* Returns the probability that parts of independent runs differ as much as
 * these do: the F test of one-way analysis of variance. */
double drift_chance(const struct spread_of_parts *s);

/* Returns how far a clock's step can shift the mean of this many launches. If
 * all begin just after a step, the shift is up to half a step. If starts are
 * dithered over a step, times are rounded up or down at random: they are right
 * on average, and their standard deviation is at most half a step. */
double clock_half(double step, double launches, bool dithered);

/* Returns the bound that a further value, drawn like the n values x, exceeds
 * with this probability: Student's prediction bound. Outliers are clamped. NAN
 * if n is less than VALUES_MIN. */
double next_most(const double *x, size_t n, double probability);

#endif /* STATS_INTERVAL_H */
