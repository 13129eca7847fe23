/* spread.h: how far off a mean of launches is, independent or not. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SPREAD_H
#define MPIPERF_SPREAD_H

#include <stddef.h>
#include "stats/stats.h"

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

/* Lag-1 autocorrelation; NAN with fewer than three values or all equal. */
double autocorr_lag1(const double *x, size_t n);

/* May m batches in a row, whose sums or ratios are x, be merged in pairs: are
 * neighbours still correlated, and would enough batches remain? */
int batches_mergeable(const double *x, size_t m);

/* Fewest batches that merging may leave. */
enum { BATCHES_MIN = 6 };

#endif /* MPIPERF_SPREAD_H */
