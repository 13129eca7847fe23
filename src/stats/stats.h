/* stats.h: statistics of launch times. Pure functions: no MPI, no I/O. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_STATS_H
#define MPIPERF_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* How many of n launches of a round are left out of its figure at each end: a
 * quarter, rounded; of three one. */
size_t round_cut(size_t n);

/* A launch among those of its turn. */
enum among {
    AMONG_ALL,      /* of which none is missing */
    AMONG_MIDDLE,   /* some are missing; this one is not left out */
    AMONG_EXTREMES, /* of those left out, were none missing */
};

/* The valid launches of one case and algorithm, in the order they ran. */
struct series {
    double *t;            /* seconds, slowest rank */
    size_t *round;        /* the round (turn of all interleaved algorithms) each
                             launch belongs to, ascending */
    unsigned char *among; /* enum among */
    size_t n, cap;
};

void series_add(struct series *s, double t, size_t round);

/*
 * Adds those of a turn's n launches that count. Those that do not are missing
 * because a launch before them took long, or a rank came late: with them gone
 * the long one would be left in its round as if it were usual. So their times,
 * too, say which launches are the turn's extremes; those of NAN say nothing.
 */
void series_add_turn(struct series *s, const double *t, const bool *counts,
                     size_t n, size_t round);

void series_free(struct series *s);

/* Fewest passes that have an interval, since one of two has one degree of
 * freedom; and fewest whose standard error is known well enough to stop by. */
enum { PASSES_MIN = 3, PASSES_SURE = 6 };

struct stats_options {
    double trim;       /* fraction dropped at each end, [0, 0.5) */
    double confidence; /* (0, 1) */
    int paper;         /* plain standard error of the trimmed sample, whose
                          smallest and largest are min and max */
    double step;       /* seconds: of the clock; no interval that is not the
                          paper's is narrower */
};

/* A figure that does not exist is NAN. Times in seconds. */
struct summary {
    size_t n, used; /* valid launches; left after trimming */
    double mean;    /* trimmed */
    double se;      /* of that mean */
    double rse;     /* se / mean; of a mean of 0: 0 if se is, else INFINITY */
    double error;   /* half width of the interval: Student's factor * se */
    double ci_lo,
        ci_hi; /* mean * exp(-+ error / mean); the paper's: -+ error */
    double min, median, median_lo, median_hi, max; /* all valid launches */
    double autocorr; /* lag 1, of the winsorized series */
    size_t batches;  /* the mean's interval was computed over that many batches
                        of whole rounds, or passes; 0: over single launches */
    size_t rounds;   /* that the launches belong to */
};

void summarize(struct summary *out, const struct series *s,
               const struct stats_options *o);

/*
 * Summary of the figures of rounds: means of their launches without a quarter
 * at each end, missing ones included. They are finer than the
 * clock's step, so that trimming them does not round: what differs by
 * nanoseconds is told by this mean.
 */
void mean_of_rounds(struct summary *out, const struct series *s,
                    const struct stats_options *o);

/*
 * Summary of n > 0 passes, each of which has a mean and a median of its own:
 * the mean of the means, and the geometric mean of the medians (their mean,
 * where one is 0), with Student's intervals over the passes. None of fewer than
 * PASSES_MIN. What passes do not tell is 0 or NAN.
 */
void summarize_passes(struct summary *out, const double *mean,
                      const double *median, size_t n,
                      const struct stats_options *o);

/*
 * Seconds that row `own` of n takes, all of which had their turn in a round:
 * the geometric mean of its figures of the rounds that all rows with any have.
 * So the times of two rivals are of the same rounds. NAN where no round is
 * common or a figure is not above 0.
 */
double time_of_rounds(const struct series *rows, size_t n, size_t own);

/*
 * The share of `pure` that `both`, the time of two things done together, is
 * shorter than one after the other, where `alone` is the time of the other by
 * itself: (pure + alone - both) / pure. NAN where a time is, or `pure` is 0.
 */
double share_hidden(double both, double alone, double pure);

/* ---- how far off a mean of launches is (spread.c) ------------------------ */

/* What one launch adds to an estimate. The estimate's error is the mean of x;
 * only differences between the x matter. */
struct contributions {
    const double *x;
    const size_t *round; /* ascending, as in struct series */
    size_t n;
    double df; /* degrees of freedom if the launches were independent */
};

struct spread {
    double se;       /* standard error; NAN: cannot be known */
    double error;    /* half width of the interval */
    double autocorr; /* lag 1; NAN with fewer than three or all equal */
    size_t batches;  /* of whole rounds; 0: launches taken as
                        independent */
};

/*
 * Student's interval where launches look independent. Where neighbours are
 * correlated or rounds differ, the widest of that, of the one over batches of
 * rounds and, for correlated neighbours, of the one of a first-order
 * autoregression; doc/statistics.md says why.
 */
void spread_of_mean(struct spread *out, const struct contributions *c,
                    double confidence);

/* Student's interval of independent values; `round` is not looked at. */
void spread_of_independent(struct spread *out, const struct contributions *c,
                           double confidence);

#endif /* MPIPERF_STATS_H */
