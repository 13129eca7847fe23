/* ranksum.h: are two samples of runs different, and by what? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_RANKSUM_H
#define COMPARE_RANKSUM_H

#include <stddef.h>

/* So many runs of both sides together are worked out exactly. */
enum { RANKSUM_EXACT = 60 };

/*
 * Two-sided p-value of the rank-sum test (Wilcoxon, Mann and Whitney): the
 * share of all ways to divide the na + nb values that bring a rank sum at least
 * as far from its mean. Exact, with ties too (values alike share the mean of
 * their ranks); beyond RANKSUM_EXACT the normal distribution, corrected for
 * ties and for steps. NAN where a side is empty.
 */
double ranksum_p(const double *a, size_t na, const double *b, size_t nb);

/* Which side has the larger values, by the same sum: 1 b, -1 a, 0 neither. */
int ranksum_side(const double *a, size_t na, const double *b, size_t nb);

/* The smallest p that na and nb runs can give: all of one side below all
 * of the other. NAN where a side is empty. */
double ranksum_least_p(size_t na, size_t nb);

/* Fewer runs of each side can show nothing at that level. */
size_t ranksum_fewest(double alpha);

/* How much larger b's values are than a's. */
struct shift {
    double estimate; /* NAN where a side is empty */
    double lo, hi;   /* NAN: so few values have no such interval */
};

/* Hodges and Lehmann's estimate alone. */
double ranksum_estimate(const double *a, size_t na, const double *b, size_t nb);

/*
 * Hodges and Lehmann's estimate, the median of all differences b - a, and the
 * shifts that the rank-sum test would not reject at 1 - confidence, which are
 * between two of the ordered differences. Values that are alike make the
 * interval hold the truth more often than promised.
 */
void ranksum_shift(struct shift *out, const double *a, size_t na,
                   const double *b, size_t nb, double confidence);

#endif /* COMPARE_RANKSUM_H */
