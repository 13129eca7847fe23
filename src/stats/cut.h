/* cut.h: decides whether readings of a gauge form two groups, and finds the
 * threshold between them. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_CUT_H
#define STATS_CUT_H

#include <stdbool.h>
#include <stddef.h>

struct cut {
    double at;        /* threshold: larger values are in the upper group */
    double low, high; /* means of the groups */
    double share;     /* share of the values in the upper group */
};

/*
 * Finds the threshold with the least variance within the two groups (Otsu
 * 1979). x: logarithms of n readings; NAN is ignored. Returns true if the
 * groups really differ: their means by at least log(factor), and the variance
 * between the groups is at least CUT_BETWEEN of the total variance. (For a
 * single normal distribution it is 0.64 of it.)
 */
#define CUT_BETWEEN 0.85
bool cut_find(struct cut *c, const double *x, size_t n, double factor);

#endif /* STATS_CUT_H */
