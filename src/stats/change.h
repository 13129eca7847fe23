/* change.h: finds from which value on a series has another level. Pure.
 * doc/statistics.md has the method and its simulation. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef STATS_CHANGE_H
#define STATS_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* Minimum number of values before and after a change. */
enum { CHANGE_SIDE = 5 };

struct change {
    size_t at;     /* index of the first value with the new level */
    size_t within; /* the true index is at most this far away, 95 % */
    double step;   /* median of the values up to the next change, minus that of
                      the values since the previous one */
};

struct changes {
    struct change *v; /* in order */
    size_t n;
    bool drift; /* the only one is gradual: from the first value to the last */
    double scatter; /* standard deviation of the values around their level */
};

/*
 * Finds the changes of the mean by the least sum of biweight losses (Fearnhead
 * and Rigaill 2019), so that single values far from the others have no effect.
 * If one line costs less than steps, it is a drift.
 * x: n finite values; least: the smallest change that counts; series: how many
 * series are searched together, which must not give more false alarms than one.
 * changes_free() frees the result.
 */
void changes_find(struct changes *c, const double *x, size_t n, double least,
                  size_t series);
void changes_free(struct changes *c);

/* Returns the scatter of the values around a level that changes seldom; NAN if
 * there are fewer than two. */
double change_scatter(const double *x, size_t n);

/* Returns the median; NAN if n is 0. */
double change_median(const double *x, size_t n);

#endif /* STATS_CHANGE_H */
