/* number.c: parses and prints numbers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/number.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/names.h"
#include "lib/params.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

#define DIGITS "0123456789"

/* Binary prefixes; index i stands for 1024^(i + 1). */
static const char *const suffixes[] = {"Ki", "Mi", "Gi"};
enum { NSUFFIXES = sizeof(suffixes) / sizeof(suffixes[0]) };

/* Parses one or more digits; *end is the text after them. */
static int digits_parse(int64_t *out, const char *s, const char **end,
                        char **cause)
{
    size_t n = strspn(s, DIGITS);
    long long v;

    if (n == 0 && s[0] == '-' && strspn(s + 1, DIGITS) > 0)
        return param_refuse(s, "must not be negative", cause);
    if (n == 0)
        return param_refuse(s, "not a number", cause);
    if (s[n] == '.')
        return param_refuse(s, "not a whole number", cause);
    if (n == 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        return param_refuse(s, "not a decimal number", cause);
    errno = 0;
    v = strtoll(s, NULL, 10);
    if (errno != 0)
        return param_refuse(s, "too large", cause);
    *out = v;
    *end = s + n;
    return 0;
}

/* Rejects an unknown suffix. Lists the valid ones only if one is similar. */
static int suffix_refuse(const char *s, const char *suffix, char **cause)
{
    size_t n = names_nearest(suffix, suffixes, NSUFFIXES) ? NSUFFIXES : 0;
    char *unknown = names_unknown("suffix", suffix, suffixes, n);

    param_refuse(s, unknown, cause);
    free(unknown);
    return -1;
}

int number_size(int64_t *out, const char *s, char **cause)
{
    const char *suffix = "";
    int shift = 0;
    int64_t v = 0;

    if (digits_parse(&v, s, &suffix, cause) != 0)
        return -1;
    for (int i = 0; i < NSUFFIXES && shift == 0; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            shift = 10 * (i + 1);
    if (*suffix != '\0' && shift == 0)
        return suffix_refuse(s, suffix, cause);
    if (v > INT64_MAX >> shift)
        return param_refuse(s, "too large", cause);
    *out = v << shift;
    return 0;
}

int number_long(long *out, const char *s, long min, long max, char **cause)
{
    size_t sign = s[0] == '-' ? 1 : 0;
    size_t n = strspn(s + sign, DIGITS);
    char *bound;
    long v;

    if (n == 0)
        return param_refuse(s, "not a number", cause);
    if (s[sign + n] != '\0')
        return param_refuse(s, "not a whole number", cause);
    errno = 0;
    v = strtol(s, NULL, 10);
    if (v >= min && v <= max && errno == 0) {
        *out = v;
        return 0;
    }
    if (v < min)
        bound = xasprintf("must be at least %ld", min);
    else
        bound = xasprintf("must be at most %ld", max);
    param_refuse(s, bound, cause);
    free(bound);
    return -1;
}

/* Parses a real number followed by `unit`. */
static int real_parse(double *out, const char *s, const char *unit,
                      char **cause)
{
    double v;
    char *end;

    /* strtod() would also accept blanks, '+', hexadecimal, inf and nan */
    if (s[0] == '+' || strcmp(s + strspn(s, DIGITS ".eE+-"), unit) != 0)
        return param_refuse(s, "not a number", cause);
    errno = 0;
    v = strtod(s, &end);
    if (end == s || strcmp(end, unit) != 0)
        return param_refuse(s, "not a number", cause);
    if (errno != 0)
        return param_refuse(s, v > 1 || v < -1 ? "too large" : "too small",
                            cause);
    *out = v;
    return 0;
}

int number_real(double *out, const char *s, char **cause)
{
    return real_parse(out, s, "", cause);
}

int number_share(double *out, const char *s, bool percent, char **cause)
{
    bool unit = strchr(s, '%') != NULL;
    double v = 0;

    if (real_parse(&v, s, unit ? "%" : "", cause) != 0)
        return -1;
    if (!unit && !percent && v >= 1) {
        *cause =
            xasprintf("%s: write a share as %g%% or %g", QUOTED(s), v, v / 100);
        return -1;
    }
    *out = unit || v >= 1 ? v / 100 : v;
    return 0;
}

int number_duration(double *out, const char *s, char **cause)
{
    static const struct {
        const char *suffix;
        double seconds;
    } units[] = {{"s", 1}, {"min", 60}, {"m", 60}, {"h", 3600}, {"", 1}};
    size_t length = strlen(s), i = 0, n;
    double v = 0;

    for (; (n = strlen(units[i].suffix)) > 0; i++)
        if (length > n && strcmp(s + length - n, units[i].suffix) == 0)
            break;
    if (real_parse(&v, s, units[i].suffix, cause) != 0) {
        free(*cause);
        return param_refuse(s, "must be a time such as 90, 90s, 10m or 8h",
                            cause);
    }
    if (!isfinite(v * units[i].seconds))
        return param_refuse(s, "too large", cause);
    *out = v * units[i].seconds;
    return 0;
}

/* ---- printing ----------------------------------------------------------- */

enum {
    MAX_SIGNIFICANT = 5,   /* maximum significant digits of a value */
    MIN_SIGNIFICANT = 2,   /* minimum significant digits of a value */
    PLAIN_SIGNIFICANT = 3, /* digits of a value without an interval */
    MAX_DECIMALS = 12,
};

/* Decimal exponent: 0 for 1 to 9.99, -1 for 0.1 to 0.99. */
static int leading(double value)
{
    return (int)floor(log10(fabs(value)));
}

static int clamp(int n, int lo, int hi)
{
    return n < lo ? lo : n > hi ? hi : n;
}

static int is_figure(double value)
{
    return isfinite(value) && value != 0.0;
}

/* Decimals needed to show `digits` significant digits of the value. */
static int significant(double value, int digits)
{
    return clamp(digits - 1 - leading(value), 0, MAX_DECIMALS);
}

int digits_decimals(double value, double half_width)
{
    int decimals, least = 0, most = MAX_DECIMALS;
    double first;

    if (is_figure(value)) {
        least = significant(value, MIN_SIGNIFICANT);
        most = significant(value, MAX_SIGNIFICANT);
    }
    if (!is_figure(half_width))
        return is_figure(value) ? significant(value, PLAIN_SIGNIFICANT) : 0;

    /* 2.95 instead of 3, since a half width of 3 may be rounded down */
    first = fabs(half_width) / pow(10.0, leading(half_width));
    decimals = significant(half_width, first < 2.95 ? 2 : 1);
    return clamp(decimals, least, most);
}

char *digits_print(char *buf, double value, int decimals)
{
    double half_unit = 0.5 * pow(10.0, -decimals);

    if (!isfinite(value))
        snprintf(buf, DIGITS_SIZE, "n/a");
    else if (value == 0.0)
        snprintf(buf, DIGITS_SIZE, "0");
    else if (fabs(value) >= 1e15 || fabs(value) < pow(10.0, -MAX_DECIMALS))
        snprintf(buf, DIGITS_SIZE, "%.2e", value);
    else if (fabs(value) <= half_unit)
        snprintf(buf, DIGITS_SIZE, "%.*f", significant(value, 2), value);
    else
        snprintf(buf, DIGITS_SIZE, "%.*f", decimals, value);
    return buf;
}

char *digits_plain(char *buf, double value)
{
    return digits_print(buf, value, digits_decimals(value, NAN));
}

char *digits_time(char *buf, double seconds)
{
    static const struct {
        double least, scale;
        const char *unit;
    } units[] = {{1.0, 1.0, "s"},
                 {1e-3, 1e3, "ms"},
                 {1e-6, 1e6, "us"},
                 {0.0, 1e9, "ns"}};
    size_t i = 0;

    if (!isfinite(seconds))
        return digits_plain(buf, seconds);
    while (fabs(seconds) < units[i].least)
        i++;
    digits_plain(buf, seconds * units[i].scale);
    strcat(strcat(buf, " "), units[i].unit);
    return buf;
}

char *digits_percent(char *buf, double half)
{
    double percent = 100 * half;

    snprintf(buf, DIGITS_SIZE,
             percent > 999    ? ">999"
             : percent < 0.95 ? "%.1f"
                              : "%.0f",
             percent);
    return buf;
}

const char *size_text(char *buf, long bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB"};
    size_t k = 0;

    while (bytes >= 1024 && bytes % 1024 == 0 && k < 3) {
        bytes /= 1024;
        k++;
    }
    snprintf(buf, DIGITS_SIZE, "%ld %s", bytes, unit[k]);
    return buf;
}

const char *digits3(char *buf, double x)
{
    double size = fabs(x);
    int decimals = size >= 99.95    ? 0
                   : size >= 9.995  ? 1
                   : size >= 0.9995 ? 2
                                    : 3;

    if (!isfinite(x))
        return "-";
    snprintf(buf, DIGITS3_SIZE, size >= 0.00995 ? "%.*f" : "%.*g", decimals, x);
    return buf;
}
