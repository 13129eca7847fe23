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

/* The runs of a table, in the order of time, cut into consecutive parts. A
 * sitting is a sequence of runs without a long pause. */
struct parts {
    size_t *of; /* part of each of n runs, ascending from 0 */
    size_t n;
    size_t count;    /* number of parts */
    size_t sittings; /* number of sittings */
};

/* One-sided levels of the intervals below. */
#define MEAN_LEVEL 0.995
#define NEXT_LEVEL 0.975

/*
 * Cuts n runs into parts. pause: seconds between each run and the end of all
 * that began before it, NAN: unknown; NULL: there are no pauses. One of
 * `sitting` seconds or more begins a new sitting. Two or more sittings are the
 * parts; otherwise there are PARTS equal parts, or one per run if there are
 * fewer runs.
 */
void parts_cut(struct parts *p, const double *pause, size_t n, double sitting);
void parts_free(struct parts *p);

/* Mean of a figure over the runs that have it, and the standard deviation of
 * the means of the parts that the runs are cut into. */
struct spread_of_parts {
    size_t n;        /* number of values */
    size_t parts;    /* number of parts with values */
    size_t sittings; /* the same if the parts are sittings; else 1 */
    size_t odd;      /* number of outliers, clamped to 4 deviations */
    size_t high;     /* number of outliers above the others */
    bool two_groups; /* more than a fifth are outliers: `all` and the deviations
                        are of the values as they are */
    double mean;     /* mean of the clamped values, of sittings that of their
                        means; NAN: no value */
    double all;      /* the same, unless there are two groups */
    double sd; /* standard deviation of the parts' means; NAN: fewer than two
                  parts have values */
    double scatter; /* standard deviation of the values; NAN: fewer than two */
    double drift;   /* variance between the parts / within them, 1 on average if
                       runs are independent; NAN: unknown */
    bool known;     /* has the minimum values and parts for an interval */
};

/* Computes *s. x: the value of each run, NAN: none. */
void parts_spread(struct spread_of_parts *s, const double *x,
                  const struct parts *p);

/* Makes of the spreads of two sides that were not interleaved that of their
 * difference: with the larger of the deviations. How much sittings differ is
 * known from the side that has more of them. */
void spread_subtract(struct spread_of_parts *s,
                     const struct spread_of_parts *other);

/* Returns the median of the known sd of a column, the minimum sd of its rows; 0
 * if none is known. */
double column_sd(const struct spread_of_parts *const *column, size_t n);

/* Returns half the width of the interval: 2 sd (17 sd of two parts, 4.7 sd of
 * three), or of k sittings Student's prediction interval of one more,
 * t(k-1; NEXT_LEVEL) sd sqrt(1 + 1/k); with at least least_sd, and at least
 * `least`; NAN: not known. */
double interval_half(const struct spread_of_parts *s, double least_sd,
                     double least);

/* Returns half the width of the confidence interval of the mean of these runs,
 * by Student's distribution over the parts' means with MEAN_LEVEL at each end;
 * NAN: not known. */
double interval_half_of_mean(const struct spread_of_parts *s, double least);

/* Returns 2 sd as the scatter of independent runs would make it. More runs
 * estimate it better than their six parts do, whose sd is low now and then. */
double runs_half(const struct spread_of_parts *s);

/* Returns the probability that the parts of independent runs differ as much as
 * these: the F test of one-way analysis of variance. */
double drift_chance(const struct spread_of_parts *s);

/*
 * Returns by how much a clock's step can shift the mean of so many launches.
 * Launches that begin just after a step: half a step, either way. If starts are
 * dithered over a step, a launch reads one of the two steps next to its time,
 * and its time on average; the standard deviation is at most half a step.
 */
double clock_half(double step, double launches, bool dithered);

/* Returns the value that a further value of the same distribution as these n
 * exceeds with this probability: Student's prediction bound. Outliers are
 * clamped as above. NAN: fewer than VALUES_MIN values. */
double next_most(const double *x, size_t n, double probability);

#endif /* STATS_INTERVAL_H */
