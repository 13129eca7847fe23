/* clock.h: clock and median for measurements inside the library. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_CLOCK_H
#define SHMBCAST_CLOCK_H

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

/* Returns the time of a monotonic clock in seconds. */
static inline double sb_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int sb_by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts [n] values and returns their median, the smaller middle value if [n] is
 * even; 0 if there are no values. */
static inline double sb_median(double *values, size_t n)
{
    if (n == 0)
        return 0;
    qsort(values, n, sizeof(*values), sb_by_value);
    return values[(n - 1) / 2];
}

#endif /* SHMBCAST_CLOCK_H */
