/* typical.h: what a typical run shows, of the values of several runs. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TYPICAL_H
#define MPIPERF_TYPICAL_H

#include <stddef.h>

/* Fewer runs give no interval, nor do fewer stays. */
enum { TYPICAL_MIN = 6, TYPICAL_STAYS_MIN = 3 };

/*
 * The location of n values, one a run, in the order the runs were made: their
 * 20 % trimmed mean, with Yuen's interval (Yuen 1974; Tukey and McLaughlin
 * 1963). One run in twenty that went another way moves neither by much.
 *
 * Where a run is like the one before it the interval is as much wider as a
 * first-order autoregression makes it that is as strong as the runs admit.
 * There is none of fewer than TYPICAL_MIN runs, and none of runs that are worth
 * fewer than four independent ones.
 */
struct typical {
    size_t n;         /* values */
    double estimate;  /* NAN: no value */
    double se, df;    /* of the estimate; NAN: no interval, `cause` says why */
    double inflation; /* of the variance, for runs that depend on each other; in
                         se already; 1: they do not */
    size_t odd;       /* values that are far from the others */
    const char *cause; /* NULL, or why there is no interval; a constant */
};

void typical_of(struct typical *t, const double *x, size_t n);

/*
 * The same of values that are one a stay of the machine in a state. Of three,
 * four or five the mean with Student's interval; of fewer there is none, nor
 * where none differs from another. Long
 * stays are known better than short ones; where variances differ this interval
 * holds at least as often as it says (Ibragimov and Mueller 2010).
 */
void typical_of_stays(struct typical *t, const double *x, size_t n);

/* Half the width of the interval at that confidence; NAN: there is none. */
double typical_half(const struct typical *t, double confidence);

/*
 * How many values would have a half width of at most `half`, if they scatter as
 * these do; 0: cannot be known, or more than TYPICAL_MOST.
 */
size_t typical_needed(const struct typical *t, double half, double confidence);
enum { TYPICAL_MOST = 100000 };

#endif /* MPIPERF_TYPICAL_H */
