/* cut.h: do values fall into two groups, and where is the border? Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_CUT_H
#define STATS_CUT_H

#include <stdbool.h>
#include <stddef.h>

struct cut {
    double at, low, high; /* logarithms: the border, the means of the groups */
    double share;         /* of the values above it */
};

/* Otsu's cut of n logarithms, of which NAN counts for nothing. True where the
 * groups' means differ by log(factor) at least and the variance between them is
 * at least .85 of the whole. */
bool cut_find(struct cut *c, const double *x, size_t n, double factor);

#endif /* STATS_CUT_H */
