/* methods.h: other published ways to find changes of a level, to compare with
 * changes_find(). */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_METHODS_H
#define MPIPERF_TEST_METHODS_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

/* Set at[] to the changes of n values, in any order, and return their number.
 * Sides have at least CHANGE_SIDE values. */

/* E-divisive (Matteson and James 2014): divides where the energy distance of
 * both sides is largest, if that is significant at 1 % by 199 permutations. */
size_t ediv_permuted(size_t *at, double *x, size_t n, gsl_rng *rng);
/* The same with Student's t test at 0.1 % (Fleming et al. 2023, Hunter). */
size_t ediv_student(size_t *at, double *x, size_t n, gsl_rng *rng);
/* PELT's criterion (Killick et al. 2012): the least sum of squares, with a
 * penalty of 25 variances a change, as changes_find() has. */
size_t least_squares(size_t *at, double *x, size_t n, gsl_rng *rng);

#endif /* MPIPERF_TEST_METHODS_H */
