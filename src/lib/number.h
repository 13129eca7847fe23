/* number.h: strict parsing of numbers typed by users (sizes, counts, reals),
 * and printing of numbers. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NUMBER_H
#define LIB_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The parsers return 0 and set *out, or return -1 and set *cause to a malloced
 * message such as "'12Q': unknown suffix 'Q'", with *out unchanged. The whole
 * string must be the number: no blanks, no sign on counts, no NaN or infinity.
 */

/* Bytes: decimal digits and an optional suffix Ki, Mi or Gi; below 2^63. */
int number_size(int64_t *out, const char *s, char **cause);
/* An integer in [min, max]. */
int number_long(long *out, const char *s, long min, long max, char **cause);
/* A finite real number. The caller must check bounds. */
int number_real(double *out, const char *s, char **cause);
/* A fraction: `25%` or `0.25`. A number of 1 or more without % is in percent if
 * `percent` is true, else an error. The caller must check bounds. */
int number_share(double *out, const char *s, bool percent, char **cause);
/* Seconds: 90, 90s, 10m or 10min, 8h. The caller must check bounds. */
int number_duration(double *out, const char *s, char **cause);

/* ---- printing: the precision follows the confidence interval ------------- */

enum { DIGITS_SIZE = 40 }; /* size of a text buffer, with the final 0 */

/*
 * Number of decimals to print, given a confidence interval of value +-
 * half_width: shows two significant digits of half_width if its first digit is
 * 1 or 2, else one, but always two to five significant digits of the value.
 * Without an interval (half_width is NAN or 0): three significant digits.
 */
int digits_decimals(double value, double half_width);

/*
 * Prints the value with `decimals` decimals, or with more if a nonzero value
 * would otherwise appear as zero; "n/a" if not finite. Returns buf.
 */
char *digits_print(char *buf, double value, int decimals);

/* Prints a value that has no interval, with three significant digits. */
char *digits_plain(char *buf, double value);

/* Prints seconds with three digits in a suitable unit: "12.3 us". */
char *digits_time(char *buf, double seconds);

/* Prints the half width of an interval, a fraction, in percent: "0.4", "12",
 * ">999". */
char *digits_percent(char *buf, double half);

/* Prints "4 KiB" for 4096, "100 B" for 100. Returns buf. */
const char *size_text(char *buf, long bytes);
/* Like size_text(), in a buffer that is valid until the end of the block. */
#define SIZE_TEXT(bytes) size_text((char[DIGITS_SIZE]){""}, bytes)

/* Prints x with three digits: "2.10", "12.5", "171"; "-" if not finite.
 * DIGITS3() uses a buffer that is valid until the end of the block. */
enum { DIGITS3_SIZE = 320 }; /* enough for any number */
const char *digits3(char *buf, double x);
#define DIGITS3(x) digits3((char[DIGITS3_SIZE]){""}, x)

#endif /* LIB_NUMBER_H */
