/* test_number.c: what is a number and what is not. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdbool.h>

#include <limits.h>
#include <stdlib.h>

#include "lib/test/unit.h"
#include "lib/number.h"

enum { UNTOUCHED = -77 };

/* cause NULL: s is a number, of that value. */
struct size_case {
    const char *s;
    int64_t value;
    const char *cause;
};

static const struct size_case sizes[] = {
    {"0", 0, NULL},
    {"007", 7, NULL},
    {"8Ki", 8192, NULL},
    {"3Mi", 3 << 20, NULL},
    {"4Gi", INT64_C(4) << 30, NULL},
    {"9223372036854775807", INT64_MAX, NULL},
    {"9223372036854775808", 0, "'9223372036854775808': too large"},
    {"8589934591Gi", INT64_C(8589934591) << 30, NULL},
    {"8589934592Gi", 0, "'8589934592Gi': too large"},
    {"12Q", 0, "'12Q': unknown suffix 'Q'"},
    {"1K", 0, "'1K': unknown suffix 'K' (did you mean 'Ki'?)"},
    {"1ki", 0, "'1ki': unknown suffix 'ki' (did you mean 'Ki'?)"},
    {"1Ki ", 0, "'1Ki ': unknown suffix 'Ki ' (did you mean 'Ki'?)"},
    {"0x10", 0, "'0x10': unknown suffix 'x10'"},
    {"1e3", 0, "'1e3': unknown suffix 'e3'"},
    {"1.5", 0, "'1.5': not a whole number"},
    {"1.5Ki", 0, "'1.5Ki': not a whole number"},
    {"", 0, "'': not a number"},
    {" 1", 0, "' 1': not a number"},
    {"+1", 0, "'+1': not a number"},
    {"-1", 0, "'-1': must not be negative"},
    {"-", 0, "'-': not a number"},
    {"nan", 0, "'nan': not a number"},
    {"Ki", 0, "'Ki': not a number"},
};

static void test_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const struct size_case *c = &sizes[i];
        int64_t v = UNTOUCHED;
        char *cause = NULL;
        int rc = number_size(&v, c->s, &cause);

        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause != NULL)
            assert_string_equal(cause, c->cause);
        free(cause);
    }
}

struct long_case {
    const char *s;
    long min, max, value;
    const char *cause;
};

static const struct long_case longs[] = {
    {"1", 1, 9, 1, NULL},
    {"9", 1, 9, 9, NULL},
    {"0", 1, 9, 0, "'0': must be at least 1"},
    {"10", 1, 9, 0, "'10': must be at most 9"},
    {"-3", -5, 0, -3, NULL},
    {"-3", 0, 9, 0, "'-3': must be at least 0"},
    {"9223372036854775807", 1, LONG_MAX, LONG_MAX, NULL},
    {"9223372036854775808", 1, LONG_MAX, 0,
     "'9223372036854775808': must be at most 9223372036854775807"},
    {"1Ki", 1, 9999, 0, "'1Ki': not a whole number"},
    {"1.0", 1, 9, 0, "'1.0': not a whole number"},
    {"1 ", 1, 9, 0, "'1 ': not a whole number"},
    {"", 1, 9, 0, "'': not a number"},
    {"+1", 1, 9, 0, "'+1': not a number"},
    {"--1", -9, 9, 0, "'--1': not a number"},
    {"x", 1, 9, 0, "'x': not a number"},
};

static void test_long(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(longs) / sizeof(longs[0]); i++) {
        const struct long_case *c = &longs[i];
        long v = UNTOUCHED;
        char *cause = NULL;
        int rc = number_long(&v, c->s, c->min, c->max, &cause);

        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause != NULL)
            assert_string_equal(cause, c->cause);
        free(cause);
    }
}

struct real_case {
    const char *s;
    double value;
    const char *cause;
};

static const struct real_case reals[] = {
    {"0", 0, NULL},
    {"0.25", 0.25, NULL},
    {".5", 0.5, NULL},
    {"-2.5e-1", -0.25, NULL},
    {"1e+3", 1000, NULL},
    {"1e999", 0, "'1e999': too large"},
    {"-1e999", 0, "'-1e999': too large"},
    {"1e-999", 0, "'1e-999': too small"},
    {"inf", 0, "'inf': not a number"},
    {"-infinity", 0, "'-infinity': not a number"},
    {"nan", 0, "'nan': not a number"},
    {"0x10", 0, "'0x10': not a number"},
    {"+1", 0, "'+1': not a number"},
    {" 1", 0, "' 1': not a number"},
    {"1 ", 0, "'1 ': not a number"},
    {"1,5", 0, "'1,5': not a number"},
    {"5%", 0, "'5%': not a number"},
    {"1e", 0, "'1e': not a number"},
    {"--1", 0, "'--1': not a number"},
    {"", 0, "'': not a number"},
};

static void test_real(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(reals) / sizeof(reals[0]); i++) {
        const struct real_case *c = &reals[i];
        double v = UNTOUCHED;
        char *cause = NULL;
        int rc = number_real(&v, c->s, &cause);

        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause != NULL)
            assert_string_equal(cause, c->cause);
        free(cause);
    }
}

struct share_case {
    const char *s;
    bool percent;
    double value;
    const char *cause;
};

static const struct share_case shares[] = {
    {"25%", false, 0.25, NULL},
    {"25%", true, 0.25, NULL},
    {"0.25", false, 0.25, NULL},
    {"25", true, 0.25, NULL},
    {"0.25%", false, 0.0025, NULL},
    {"0.25", true, 0.25, NULL},
    {"49.9", true, 0.499, NULL},
    {"2.5e1%", false, 0.25, NULL},
    {"0%", false, 0, NULL},
    {"-5%", false, -0.05, NULL},
    {"150%", false, 1.5, NULL},
    {"0.99", false, 0.99, NULL},
    {"0.99", true, 0.99, NULL},
    {"1", true, 0.01, NULL},
    {"1", false, 0, "'1': a share is typed 1% or 0.01"},
    {"25", false, 0, "'25': a share is typed 25% or 0.25"},
    {"-1", true, -1, NULL},
    {"1e999%", false, 0, "'1e999%': too large"},
    {"%", false, 0, "'%': not a number"},
    {"5%%", false, 0, "'5%%': not a number"},
    {"5 %", false, 0, "'5 %': not a number"},
    {"5%5", false, 0, "'5%5': not a number"},
    {"%5", false, 0, "'%5': not a number"},
    {"5e%", false, 0, "'5e%': not a number"},
    {"+5%", false, 0, "'+5%': not a number"},
    {"nan%", false, 0, "'nan%': not a number"},
    {"", false, 0, "'': not a number"},
};

static void test_share(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        const struct share_case *c = &shares[i];
        double v = UNTOUCHED;
        char *cause = NULL;
        int rc = number_share(&v, c->s, c->percent, &cause);

        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause != NULL)
            assert_string_equal(cause, c->cause);
        free(cause);
    }
}

static void test_duration(void **state)
{
    static const struct share_case durations[] = {
        {"90", 0, 90, NULL},
        {"90s", 0, 90, NULL},
        {"2.5m", 0, 150, NULL},
        {"5min", 0, 300, NULL},
        {"8h", 0, 28800, NULL},
        {"5d", 0, 0, "'5d': not a number"},
        {"m", 0, 0, "'m': not a number"},
        {"1m30s", 0, 0, "'1m30s': not a number"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(durations) / sizeof(durations[0]); i++) {
        const struct share_case *c = &durations[i];
        double v = UNTOUCHED;
        char *cause = NULL;
        int rc = number_duration(&v, c->s, &cause);

        assert_int_equal(rc, c->cause != NULL ? -1 : 0);
        assert_true(v == (c->cause != NULL ? UNTOUCHED : c->value));
        if (c->cause != NULL)
            assert_string_equal(cause, c->cause);
        free(cause);
    }
}

UNIT_GROUP(number)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size),     cmocka_unit_test(test_long),
        cmocka_unit_test(test_real),     cmocka_unit_test(test_share),
        cmocka_unit_test(test_duration),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
