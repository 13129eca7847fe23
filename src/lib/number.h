/* number.h: numbers as people type them (sizes, counts, reals), parsed
 * strictly, and for people to read. Pure. */
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

/* ---- for people to read: the digits shown follow the interval ------------ */

enum { DIGITS_SIZE = 40 }; /* of a text, with its end */

/*
 * Decimals that say as much about `value` as an interval of +- half_width
 * warrants: two significant digits of half_width when it begins with 1 or 2,
 * else one, but of the value two at least and five at most. Without an
 * interval (half_width is NAN or 0): three significant digits of the value.
 */
int digits_decimals(double value, double half_width);

/*
 * The value with that many decimals, with more where it would otherwise read
 * as 0.00 though it is not 0; `n/a` unless finite. Returns buf.
 */
char *digits_print(char *buf, double value, int decimals);

/* Both in one: three significant digits, for figures without an interval. */
char *digits_plain(char *buf, double value);

/* Seconds so, with a unit that suits: "12.3 us". */
char *digits_time(char *buf, double seconds);

/* "4 KiB" of 4096, "100 B"; malloced. */
char *size_text(long bytes);

#endif /* LIB_NUMBER_H */
