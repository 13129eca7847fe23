/* test_number.c: valid and invalid numbers; printed precision follows the
 * interval. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/number.h"
#include "lib/test/unit.h"

/* Kinds of numbers. Bounds of integers: TO_NINE 1 to 9, NEGATIVE -5 to 0,
 * TO_MOST 1 to LONG_MAX. */
enum kind { SIZE, TO_NINE, NEGATIVE, TO_MOST, REAL, SHARE, PERCENT, DURATION };

/* cause: end of the error message, after the text; NULL if valid. */
static const struct number {
    enum kind kind;
    const char *s;
    double value;
    const char *cause;
} numbers[] = {
    {SIZE, "0", 0, NULL},
    {SIZE, "007", 7, NULL},
    {SIZE, "8Ki", 8192, NULL},
    {SIZE, "3Mi", 3 << 20, NULL},
    {SIZE, "4Gi", 0x1p32, NULL},
    {SIZE, "9223372036854775807", 0x1p63, NULL},
    {SIZE, "9223372036854775808", 0, "too large"},
    {SIZE, "8589934591Gi", 8589934591.0 * (1 << 30), NULL},
    {SIZE, "8589934592Gi", 0, "too large"},
    {SIZE, "12Q", 0, "unknown suffix 'Q'"},
    {SIZE, "0x10", 0, "not a decimal number"},
    {SIZE, "1K", 0, "unknown suffix 'K' (did you mean 'Ki'?)"},
    {SIZE, "1ki", 0, "unknown suffix 'ki' (did you mean 'Ki'?)"},
    {SIZE, "1Ki ", 0, "unknown suffix 'Ki ' (did you mean 'Ki'?)"},
    {SIZE, "1e3", 0, "unknown suffix 'e3'"},
    {SIZE, "1.5", 0, "not a whole number"},
    {SIZE, "", 0, "not a number"},
    {SIZE, "+1", 0, "not a number"},
    {SIZE, "-1", 0, "must not be negative"},
    {SIZE, "Ki", 0, "not a number"},
    {TO_NINE, "1", 1, NULL},
    {TO_NINE, "9", 9, NULL},
    {TO_NINE, "0", 0, "must be at least 1"},
    {TO_NINE, "10", 0, "must be at most 9"},
    {NEGATIVE, "-3", -3, NULL},
    {TO_NINE, "-3", 0, "must be at least 1"},
    {TO_MOST, "9223372036854775807", 0x1p63, NULL},
    {TO_MOST, "9223372036854775808", 0, "must be at most 9223372036854775807"},
    {TO_MOST, "1Ki", 0, "not a whole number"},
    {TO_NINE, "1.0", 0, "not a whole number"},
    {TO_NINE, "", 0, "not a number"},
    {TO_NINE, "+1", 0, "not a number"},
    {TO_NINE, "--1", 0, "not a number"},
    {REAL, "0", 0, NULL},
    {REAL, "0.25", 0.25, NULL},
    {REAL, ".5", 0.5, NULL},
    {REAL, "-2.5e-1", -0.25, NULL},
    {REAL, "1e+3", 1000, NULL},
    {REAL, "1e999", 0, "too large"},
    {REAL, "-1e999", 0, "too large"},
    {REAL, "1e-999", 0, "too small"},
    {REAL, "inf", 0, "not a number"},
    {REAL, "nan", 0, "not a number"},
    {REAL, "0x10", 0, "not a number"},
    {REAL, "+1", 0, "not a number"},
    {REAL, "1,5", 0, "not a number"},
    {REAL, "5%", 0, "not a number"},
    {REAL, "", 0, "not a number"},
    {SHARE, "25%", 0.25, NULL},
    {SHARE, "0.25", 0.25, NULL},
    {PERCENT, "25", 0.25, NULL},
    {SHARE, "0.25%", 0.0025, NULL},
    {PERCENT, "0.25", 0.25, NULL},
    {PERCENT, "49.9", 0.499, NULL},
    {SHARE, "2.5e1%", 0.25, NULL},
    {SHARE, "0%", 0, NULL},
    {SHARE, "-5%", -0.05, NULL},
    {PERCENT, "1", 0.01, NULL},
    {SHARE, "1", 0, "a share is typed 1% or 0.01"},
    {SHARE, "25", 0, "a share is typed 25% or 0.25"},
    {PERCENT, "-1", -1, NULL},
    {SHARE, "1e999%", 0, "too large"},
    {SHARE, "%", 0, "not a number"},
    {DURATION, "90", 90, NULL},
    {DURATION, "90s", 90, NULL},
    {DURATION, "2.5m", 150, NULL},
    {DURATION, "5min", 300, NULL},
    {DURATION, "8h", 28800, NULL},
    {DURATION, "5d", 0, "must be a time, as 90, 90s, 10m or 8h"},
    {DURATION, "m", 0, "must be a time, as 90, 90s, 10m or 8h"},
    {DURATION, "1e308h", 0, "too large"},
    {DURATION, "1m30s", 0, "must be a time, as 90, 90s, 10m or 8h"},
};

enum { UNTOUCHED = -77 };

/* Returns 0 and sets *v; or returns -1 with *cause and sets *v to UNTOUCHED. */
static int parse(const struct number *c, double *v, char **cause)
{
    int64_t size = UNTOUCHED;
    long whole = UNTOUCHED;
    int rc;

    switch (c->kind) {
    case SIZE:
        rc = number_size(&size, c->s, cause);
        *v = (double)size;
        return rc;
    case TO_NINE:
    case NEGATIVE:
    case TO_MOST:
        rc = number_long(&whole, c->s, c->kind == NEGATIVE ? -5 : 1,
                         c->kind == NEGATIVE  ? 0
                         : c->kind == TO_NINE ? 9
                                              : LONG_MAX,
                         cause);
        *v = (double)whole;
        return rc;
    case REAL:
        return number_real(v, c->s, cause);
    case DURATION:
        return number_duration(v, c->s, cause);
    default:
        return number_share(v, c->s, c->kind == PERCENT, cause);
    }
}

UNIT_TEST(test_numbers)
{
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        const struct number *c = &numbers[i];
        size_t n = strlen(c->s);
        double v = UNTOUCHED;
        char *cause = NULL;
        int rc = parse(c, &v, &cause);

        print_message("# '%s'\n", c->s);
        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause == NULL)
            continue;
        assert_true(cause[0] == '\'' && memcmp(cause + 1, c->s, n) == 0);
        assert_string_equal(cause + 1 + n + strlen("': "), c->cause);
        free(cause);
    }
}

/* The largest values must be exact; a double cannot hold them. */
UNIT_TEST(test_largest)
{
    static const char most[] = "9223372036854775807";
    int64_t size = 0;
    long whole = 0;
    char *cause;

    assert_int_equal(number_size(&size, most, &cause), 0);
    assert_int_equal(number_long(&whole, most, 1, LONG_MAX, &cause), 0);
    assert_true(size == INT64_MAX && whole == LONG_MAX);
}

UNIT_TEST(test_decimals)
{
    static const struct {
        double value, half_width;
        int decimals;
    } t[] = {
        {2.31, 0.05, 2},
        {2.31, 0.013, 3},
        {2.31, 0.029, 3},
        {2.31, 0.03, 2},
        {104.2, 1.5, 1},
        {104.2, 3.0, 0},
        {104.2, 15.0, 0},
        {104.2, 700.0, 0},
        {2.31, 1e-9, 4},
        {0.000231, 1e-12, 8},
        {0.66, (0.69 - 0.63) / 2, 2},
        {98765.4, 0.001, 0},
        {2.31, NAN, 2},
        {2.31, 0.0, 2},
        {0.0231, NAN, 4},
        {1234.5, NAN, 0},
        {0.0, NAN, 0},
        {0.0, 0.02, 3},
        {NAN, NAN, 0},
        {-2.31, 0.05, 2},
        {2.31, INFINITY, 2},
        {2.31, 30.0, 1},
        {0.0231, 5e9, 3},
        {0.4, 3.0, 2},
    };

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        print_message("# %g +- %g\n", t[i].value, t[i].half_width);
        assert_int_equal(digits_decimals(t[i].value, t[i].half_width),
                         t[i].decimals);
    }
}

UNIT_TEST(test_print)
{
    static const struct {
        double value;
        int decimals;
        const char *text;
    } t[] = {
        {2.3149, 2, "2.31"},
        {2.0, 3, "2.000"},
        {0.0, 2, "0"},
        {0.004, 2, "0.0040"},
        {0.005, 2, "0.0050"},
        {0.006, 2, "0.01"},
        {0.5, 0, "0.50"},
        {0.6, 0, "1"},
        {-0.004, 2, "-0.0040"},
        {1e-13, 3, "1.00e-13"},
        {1e-11, 3, "0.000000000010"},
        {1e15, 0, "1.00e+15"},
        {1234567.0, 0, "1234567"},
        {NAN, 2, "n/a"},
        {INFINITY, 2, "n/a"},
        {-INFINITY, 0, "n/a"},
    };
    char buf[DIGITS_SIZE];

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_string_equal(digits_print(buf, t[i].value, t[i].decimals),
                            t[i].text);
}

UNIT_TEST(test_percent)
{
    static const struct {
        double half;
        const char *text;
    } t[] = {{0, "0.0"},    {0.0094, "0.9"}, {0.0096, "1"},
             {0.124, "12"}, {9.99, "999"},   {10, ">999"}};
    char buf[DIGITS_SIZE];

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_string_equal(digits_percent(buf, t[i].half), t[i].text);
}

UNIT_TEST(test_time)
{
    static const struct {
        double seconds;
        const char *text;
    } t[] = {
        {61.5, "61.5 s"},   {1.0, "1.00 s"},       {0.25, "250 ms"},
        {1e-3, "1.00 ms"},  {12.34e-6, "12.3 us"}, {-2.5e-6, "-2.50 us"},
        {999e-9, "999 ns"}, {2e-11, "0.0200 ns"},  {0.0, "0 ns"},
        {INFINITY, "n/a"},  {NAN, "n/a"},
    };
    char buf[DIGITS_SIZE];

    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_string_equal(digits_time(buf, t[i].seconds), t[i].text);
}
