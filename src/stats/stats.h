/* stats.h: statistics of launch times. Pure functions: no MPI, no I/O. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STATS_H
#define MPIPERF_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Returns how many of n launches of a round to drop at each end for its mean: a
 * quarter, rounded; 1 of 3. */
size_t round_cut(size_t n);

/* Rank of a launch among those of its turn. Only needed if the turn has missing
 * (invalid) launches. */
enum among {
    AMONG_ALL,      /* no launch is missing */
    AMONG_MIDDLE,   /* some are missing; this launch is kept */
    AMONG_EXTREMES, /* some are missing; this launch is an extreme */
};

/* Valid launches of one case and algorithm, in the order of execution. */
struct series {
    double *t;            /* time of the slowest rank in seconds */
    size_t *round;        /* round of each launch, ascending. In a round all
                             interleaved algorithms take a turn. */
    unsigned char *among; /* enum among */
    size_t n, cap;
};

void series_add(struct series *s, double t, size_t round);

/*
 * Adds the valid launches (counts) of a turn's n launches. A launch is often
 * invalid because the one before took long, or a rank was late. Without it, the
 * long one would look usual in its round. So the times of invalid launches are
 * used too, except NAN, to find the extremes of the turn.
 */
void series_add_turn(struct series *s, const double *t, const bool *counts,
                     size_t n, size_t round);

void series_free(struct series *s);

/* Minimum passes for an interval: two would leave one degree of freedom. And
 * minimum passes whose standard error is accurate enough to stop by. */
enum { PASSES_MIN = 3, PASSES_SURE = 6 };

struct stats_options {
    double trim;       /* fraction dropped at each end, in [0, 0.5) */
    double confidence; /* (0, 1) */
    int paper;   /* 1: the paper's formulas: plain standard error of the trimmed
                    sample, and its minimum and maximum */
    double step; /* resolution of the clock in seconds: minimum width of
                    intervals other than the paper's */
};

/* Summary of launches. Undefined values are NAN; times are in seconds. */
struct summary {
    size_t n, used; /* valid launches, and those left after trimming */
    double mean;    /* trimmed mean */
    double se;      /* standard error of the mean */
    double rse;     /* se / mean; for mean 0: 0 if se is 0, else INFINITY */
    double error;   /* half width of the interval: Student's factor * se */
    double ci_lo, ci_hi; /* mean * exp(-+ error / mean); with the paper's
                            formulas mean -+ error */
    double min, median, median_lo, median_hi, max; /* over all valid launches */
    double autocorr; /* lag-1 autocorrelation of the winsorized series */
    size_t batches;  /* number of batches of rounds, or of passes, behind the
                        mean's interval; 0: single launches */
    size_t rounds;   /* number of rounds with launches */
};

void summarize(struct summary *out, const struct series *s,
               const struct stats_options *o);

/*
 * Summarizes the means of rounds, each of which drops a quarter of its
 * launches, missing ones included, at each end, but none within a step of the
 * clock (o->step) from those that are kept. These means have finer steps than
 * the clock, so that trimming them does not round: they show differences of
 * nanoseconds.
 */
void mean_of_rounds(struct summary *out, const struct series *s,
                    const struct stats_options *o);

/*
 * Summarizes n > 0 passes, each with a mean and a median: the mean of the
 * means, and the geometric mean of the medians (their arithmetic mean if one is
 * 0), with Student's intervals over the passes, from PASSES_MIN passes on.
 * Other members are 0 or NAN.
 */
void summarize_passes(struct summary *out, const double *mean,
                      const double *median, size_t n,
                      const struct stats_options *o);

/*
 * Returns the time of row `own` of n rows that had turns in the same rounds:
 * the geometric mean of its round means over the rounds that all rows with any
 * launches have. So the times of two rows come from the same rounds. `step` is
 * that of the clock; where it is a large part of the time, means are taken over
 * several rounds, since the logarithm of a mean that scatters is too small.
 * NAN if there is no common round; 0 if the clock sees no time at all.
 */
double time_of_rounds(const struct series *rows, size_t n, size_t own,
                      double step);

/* Returns the number of those rounds; 0 if row `own` has no launches. */
size_t rounds_in_common(const struct series *rows, size_t n, size_t own);

/*
 * Returns the hidden (overlapped) share of `pure`, a time: (pure + alone -
 * both) / pure, where `both` is the time of two operations together, and
 * `alone` that of the other one by itself. NAN if a time is NAN or `pure` is 0.
 */
double share_hidden(double both, double alone, double pure);

/* ---- error of a mean of launches (spread.c) ------------------------------ */

/* Contributions of launches to an estimate, whose error is the mean of x. Only
 * differences between the x matter. */
struct contributions {
    const double *x;
    const size_t *round; /* ascending, as in struct series */
    size_t n;
    double df; /* degrees of freedom for independent launches */
};

struct spread {
    double se;       /* standard error; NAN: unknown */
    double error;    /* half width of the interval */
    double autocorr; /* lag-1 autocorrelation; NAN for fewer than three or equal
                        values */
    size_t batches; /* number of batches of whole rounds; 0: launches treated as
                       independent */
};

/*
 * Computes Student's interval if launches look independent. If neighbors are
 * correlated or rounds differ, computes the widest of that interval, the one
 * over batches of rounds and, for correlated neighbors, that of a first-order
 * autoregression; doc/statistics.md explains why.
 */
void spread_of_mean(struct spread *out, const struct contributions *c,
                    double confidence);

/* Computes Student's interval of independent values; ignores `round`. */
void spread_of_independent(struct spread *out, const struct contributions *c,
                           double confidence);

#endif /* MPIPERF_STATS_H */
