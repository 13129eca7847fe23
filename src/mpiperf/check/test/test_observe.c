/* test_observe.c: what --check says of the states that it saw. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/test/unit.h"
#include "mpiperf/check/check.h"

enum { READINGS = 100 };

/* Readings in seconds: so many of the first value, then of the second. */
static void readings(struct observed *o, int gauge, double a, int n, double b)
{
    o->n = READINGS;
    o->level[gauge] = calloc(READINGS, sizeof(double));
    for (int i = 0; i < READINGS; i++)
        o->level[gauge][i] = log(i < n ? a : b);
}

static void assert_text(char *text, const char *expected)
{
    assert_string_equal(text, expected);
    free(text);
}

static void states_are_told_by_the_first_gauge_that_has_two(void **state)
{
    struct observed o = {0};

    (void)state;
    readings(&o, 0, 66e-9, 61, 248e-9);
    readings(&o, 1, 6e-6, 50, 60e-6); /* is not watched */
    readings(&o, 2, 1e-6, 90, 2e-6);
    observed_cut(&o);
    assert_int_equal(o.gauge, 0);
    assert_text(observed_text(&o, 0),
                "a cache line to the next rank takes 66.0 ns (near) for 61 % "
                "of the time, 248 ns (far) for 39 %");
    observed_free(&o);
    readings(&o, 0, 66e-9, 61, 70e-9);
    readings(&o, 1, 6e-6, 50, 60e-6);
    readings(&o, 2, 1e-6, 90, 2e-6);
    observed_cut(&o);
    assert_int_equal(o.gauge, 2);
    observed_free(&o);
}

static void one_state_has_the_levels_of_all_gauges(void **state)
{
    struct observed o = {0};

    (void)state;
    readings(&o, 0, NAN, 60, 66e-9);
    readings(&o, 1, 6e-6, 50, 60e-6);
    readings(&o, 2, 1.0234e-6, 90, 1.0234e-6);
    observed_cut(&o);
    assert_int_equal(o.gauge, -1);
    assert_text(observed_text(&o, 0),
                "a cache line to the next rank takes 66.0 ns");
    assert_text(observed_text(&o, 2), "a fixed computation takes 1.02 us");
    observed_free(&o);
    assert_true(isnan(observed_level(&o, 0)));
}

UNIT_GROUP(observe)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_told_by_the_first_gauge_that_has_two),
        cmocka_unit_test(one_state_has_the_levels_of_all_gauges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
