/* digits.c: numbers for people: the digits shown follow the interval. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/digits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "lib/xmalloc.h"

enum {
    MAX_SIGNIFICANT = 5,   /* of a value, however narrow its interval */
    MIN_SIGNIFICANT = 2,   /* of a value, however wide its interval */
    PLAIN_SIGNIFICANT = 3, /* of a value without an interval */
    MAX_DECIMALS = 12,
};

/* Position of the leading digit: 0 for 1 to 9.99, -1 for 0.1 to 0.99. */
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

/* Decimals that show `digits` significant digits of the value. */
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

    /* 2.95: what a half width of 3 can look like after a subtraction. */
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

char *size_text(long bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB"};
    size_t k = 0;

    while (bytes >= 1024 && bytes % 1024 == 0 && k < 3) {
        bytes /= 1024;
        k++;
    }
    return xasprintf("%ld %s", bytes, unit[k]);
}
