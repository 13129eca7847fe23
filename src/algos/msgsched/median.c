/* median.c: one figure of those that many ranks have. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "median.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double ms_median(double *values, size_t n)
{
    size_t none = 0;

    qsort(values, n, sizeof(*values), by_value);
    while (none < n && values[none] <= 0)
        none++;
    return none < n ? values[none + (n - none) / 2] : 0.0;
}
