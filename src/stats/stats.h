/* stats.h: statistics of launch times. Pure functions: no MPI, no I/O. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STATS_H
#define MPIPERF_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how many of a round's n launches to drop at each end for its mean: a
 * quarter, rounded; 1 if n is 3. */
size_t round_cut(size_t n);

/* Rank of a launch's time among its algorithm's launches in the round. Used
 * only if invalid launches are missing. */
enum among {
    AMONG_ALL,      /* no launch is missing */
    AMONG_MIDDLE,   /* launches are missing; this one is kept */
    AMONG_EXTREMES, /* launches are missing; this one is extreme */
};

/* Valid launches of one case and algorithm, in the order of execution. */
struct series {
    double *t;            /* seconds, on the slowest rank */
    size_t *round;        /* round of each launch, ascending. Each round has
                             launches of all interleaved algorithms. */
    unsigned char *among; /* enum among */
    size_t n, cap;
};

void series_add(struct series *s, double t, size_t round);

/*
 * Adds the valid ones (`counts`) of an algorithm's n launches in a round. A
 * launch is often invalid because the previous one took long or a rank was
 * late; without its time, another long launch would look normal. So the times
 * of invalid launches, except NAN, are also used to find the extremes.
 */
void series_add_turn(struct series *s, const double *t, const bool *counts,
                     size_t n, size_t round);

void series_free(struct series *s);

/* Minimum number of passes for an interval (two would leave one degree of
 * freedom), and for a standard error that stop rules can use. */
enum { PASSES_MIN = 3, PASSES_SURE = 6 };

struct stats_options {
    double trim;       /* fraction dropped at each end, in [0, 0.5) */
    double confidence; /* (0, 1) */
    int paper;         /* 1: the paper's formulas: standard error, minimum and
                          maximum of the trimmed sample, treated as untrimmed */
    double step;       /* resolution of the clock, seconds: minimum width of
                          intervals, except the paper's */
};

/* Summary of launches. Undefined values are NAN; times are in seconds. */
struct summary {
    size_t n, used;      /* valid launches, and those left after trimming */
    double mean;         /* trimmed mean */
    double se;           /* standard error of the mean */
    double rse;          /* se / mean, with 0 / 0 = 0 */
    double error;        /* half width of the interval: Student's factor * se */
    double ci_lo, ci_hi; /* mean * exp(-+ error / mean); with the paper's
                            formulas mean -+ error */
    double min, median, median_lo, median_hi, max; /* of all valid launches */
    double autocorr; /* lag-1 autocorrelation of the winsorized series */
    size_t batches;  /* batches of rounds, or passes, that the mean's interval
                        was computed from; 0: single launches */
    size_t rounds;   /* number of rounds with launches */
};

void summarize(struct summary *out, const struct series *s,
               const struct stats_options *o);

/*
 * Summarizes round means. Drops a quarter of each round's launches (missing
 * ones included) at each end, but none within a clock step (o->step) of those
 * kept. Round means have finer steps than the clock, so trimming does not round
 * them: they resolve differences of nanoseconds.
 */
void mean_of_rounds(struct summary *out, const struct series *s,
                    const struct stats_options *o);

/*
 * Summarizes n > 0 passes, each of which has a mean and a median. `mean`
 * becomes the mean of means; `median` the geometric mean of medians (arithmetic
 * if one is 0). Both get Student's intervals over the passes if there are at
 * least PASSES_MIN. Other members are 0 or NAN.
 */
void summarize_passes(struct summary *out, const double *mean,
                      const double *median, size_t n,
                      const struct stats_options *o);

/*
 * Returns the time of row `own` of n rows measured in the same rounds: the
 * geometric mean of its round means. Uses only rounds that every row with any
 * launches has, so that the times of two rows are comparable. If the clock's
 * step is a large part of the time, takes the means over several rounds, since
 * scatter makes the logarithm of a mean too small. NAN if there are no common
 * rounds; 0 if all times are 0.
 */
double time_of_rounds(const struct series *rows, size_t n, size_t own,
                      double step);

/* Returns the number of these rounds; 0 if row `own` has no launches. */
size_t rounds_in_common(const struct series *rows, size_t n, size_t own);

/*
 * Returns the share of the time `pure` that is hidden by overlapping two
 * operations: (pure + alone - both) / pure, where `both` is their time together
 * and `alone` the time of the other operation by itself. NAN if a time is NAN
 * or `pure` is 0.
 */
double share_hidden(double both, double alone, double pure);

/* ---- error of a mean of launches (spread.c) ------------------------------ */

/* Contributions of launches to an estimate; the estimate is their mean. Only
 * the differences between the x matter. */
struct contributions {
    const double *x;
    const size_t *round; /* ascending, as in struct series */
    size_t n;
    double df; /* degrees of freedom if launches are independent */
};

struct spread {
    double se;       /* standard error, or NAN */
    double error;    /* half width of the interval */
    double autocorr; /* lag-1 autocorrelation; NAN for fewer than three values
                        or equal ones */
    size_t batches;  /* number of batches of whole rounds; 0: launches were
                        treated as independent */
};

/*
 * Computes Student's interval if launches look independent. If consecutive
 * launches are correlated or rounds differ, computes the widest of three:
 * Student's; the interval over batches of rounds; and, if correlated, that of a
 * first-order autoregression. doc/statistics.md explains why.
 */
void spread_of_mean(struct spread *out, const struct contributions *c,
                    double confidence);

/* Computes Student's interval of independent values; ignores `round`. */
void spread_of_independent(struct spread *out, const struct contributions *c,
                           double confidence);

#endif /* MPIPERF_STATS_H */
