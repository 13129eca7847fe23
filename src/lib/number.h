/* number.h: strict parsing of what people type: sizes, counts, reals. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NUMBER_H
#define LIB_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * All return 0 and set *out, or -1 and set *cause to a malloced message such
 * as "'12Q': unknown suffix 'Q'" (*out is then untouched). The whole string
 * has to be the number: no blanks, no sign on counts, no NaN or infinity.
 */

/* Bytes: decimal digits and an optional suffix Ki, Mi or Gi; < 2^63. */
int number_size(int64_t *out, const char *s, char **cause);
/* A whole number in [min, max]. */
int number_long(long *out, const char *s, long min, long max, char **cause);
/* A finite real number. Bounds are the caller's. */
int number_real(double *out, const char *s, char **cause);
/* A share: `25%` and `0.25` are the same. A number of 1 or more without a unit
 * counts percent where `percent` says so, and is refused elsewhere. Bounds are
 * the caller's. */
int number_share(double *out, const char *s, bool percent, char **cause);
/* Seconds: 90, 90s, 10m or 10min, 8h. Bounds are the caller's. */
int number_duration(double *out, const char *s, char **cause);

#endif /* LIB_NUMBER_H */
