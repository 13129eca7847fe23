/* test_digits.c: the digits shown follow the interval. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/test/unit.h"
#include "lib/digits.h"

static void test_decimals(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
        print_message("# %g +- %g\n", t[i].value, t[i].half_width);
        assert_int_equal(digits_decimals(t[i].value, t[i].half_width),
                         t[i].decimals);
    }
}

static void test_print(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_string_equal(digits_print(buf, t[i].value, t[i].decimals),
                            t[i].text);
}

/* Whatever the figure, it never reads as nothing. */
static void test_never_zero(void **state)
{
    char buf[DIGITS_SIZE];

    (void)state;
    for (double value = 1e-14; value < 1e14; value *= 1.7)
        for (int decimals = 0; decimals < 5; decimals++) {
            digits_print(buf, value, decimals);
            assert_true(strtod(buf, NULL) > 0.0);
        }
}

static void test_plain(void **state)
{
    char buf[DIGITS_SIZE];

    (void)state;
    assert_string_equal(digits_plain(buf, 20.04), "20.0");
    assert_string_equal(digits_plain(buf, 0.02004), "0.0200");
    assert_string_equal(digits_plain(buf, 2004.4), "2004");
    assert_string_equal(digits_plain(buf, NAN), "n/a");
}

static void test_time(void **state)
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

    (void)state;
    for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
        assert_string_equal(digits_time(buf, t[i].seconds), t[i].text);
}

UNIT_GROUP(digits)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_decimals),   cmocka_unit_test(test_print),
        cmocka_unit_test(test_never_zero), cmocka_unit_test(test_plain),
        cmocka_unit_test(test_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
