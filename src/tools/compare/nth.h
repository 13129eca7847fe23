/* nth.h: the k-th smallest of values that can be counted. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_NTH_H
#define COMPARE_NTH_H

#include <stddef.h>

/* How many of the values are at most x. */
typedef size_t nth_count_fn(const void *values, double x);

/*
 * The k-th smallest, k from 1, exactly. The values are finite and need not lie
 * anywhere: differences of n values with n others are n^2, but counted in 2 n
 * steps. Counts 64 times.
 */
double nth_value(const void *values, nth_count_fn *count, size_t k);

/* A sorted copy, malloced. */
double *nth_sorted(const double *x, size_t n);

#endif /* COMPARE_NTH_H */
