/* clock.c: the median of what was measured. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clock.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double sb_median(double *values, size_t n)
{
    if (n == 0)
        return 0;
    qsort(values, n, sizeof(*values), by_value);
    return values[n / 2];
}
