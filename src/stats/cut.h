/* cut.h: do readings of a gauge lie in two groups, and where between them?
 * Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_CUT_H
#define STATS_CUT_H

#include <stdbool.h>
#include <stddef.h>

struct cut {
    double at;        /* a value above it belongs to the upper group */
    double low, high; /* means of the groups */
    double share;     /* of the values in the upper group */
};

/*
 * The cut that leaves least variance within the groups (Otsu 1979). x:
 * logarithms of n readings; NAN counts for nothing. It holds, and true is
 * returned, if the means of the groups differ by log(factor) or more, and the
 * variance between the groups is at least CUT_BETWEEN of the whole: of values
 * in a single hump it is 0.64.
 */
#define CUT_BETWEEN 0.85
bool cut_find(struct cut *c, const double *x, size_t n, double factor);

#endif /* STATS_CUT_H */
