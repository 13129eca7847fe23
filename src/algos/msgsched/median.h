/* median.h: one figure of those that many ranks have. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_MEDIAN_H
#define MSGSCHED_MEDIAN_H

#include <stddef.h>

/* Median of those of n values that are above 0; of two in the middle the larger
 * one. 0: there are none. Sorts values. */
double ms_median(double *values, size_t n);

#endif /* MSGSCHED_MEDIAN_H */
