/* digits.h: numbers for people: the digits shown follow the interval. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_DIGITS_H
#define LIB_DIGITS_H

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

#endif /* LIB_DIGITS_H */
