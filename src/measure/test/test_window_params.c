/* test_window_params.c: -P window.NAME=VALUE: defaults, limits, messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "lib/params.h"
#include "stats/test/series.h"
#include "measure/window.h"

static int configure(struct window_config *c, const char *name,
                     const char *value, char **cause)
{
    struct params given = {0};
    int rc;

    params_add(&given, "shmbcast", "k", "77"); /* not ours */
    if (name != NULL)
        params_add(&given, "window", name, value);
    rc = params_read(&window_params, &given, c, cause);
    params_free(&given);
    return rc;
}

static void test_defaults(void **state)
{
    struct window_config c = {.paper = true};
    char *cause;

    (void)state;
    assert_int_equal(configure(&c, NULL, NULL, &cause), 0);
    assert_int_equal(c.init_launches, 4);
    assert_int_equal(c.launches, 8);
    assert_true(c.eps == 0.25 && c.gamma == 1.1 && c.paper);
}

static void test_given(void **state)
{
    struct window_config c = {0};
    char *cause;

    (void)state;
    assert_int_equal(configure(&c, "k", "64", &cause), 0);
    assert_int_equal(c.launches, 64);
    assert_int_equal(configure(&c, "init", "1", &cause), 0);
    assert_int_equal(c.init_launches, 1);
    assert_int_equal(c.launches, 8); /* the default again */
    assert_int_equal(configure(&c, "eps", "0", &cause), 0);
    assert_true(c.eps == 0);
    assert_int_equal(configure(&c, "gamma", "1.99", &cause), 0);
    assert_true(c.gamma == 1.99);
}

static void test_refused(void **state)
{
    static const struct {
        const char *name, *value, *cause;
    } rows[] = {
        {"k", "0", "window.k: '0': must be at least 1"},
        {"k", "65", "window.k: '65': must be at most 64"},
        {"k", "8x", "window.k: '8x': not a whole number"},
        {"init", "0", "window.init: '0': must be at least 1"},
        {"eps", "1", "window.eps: '1': must be at least 0 and below 1"},
        {"eps", "-0.1", "window.eps: '-0.1': must be at least 0 and below 1"},
        {"eps", "25%", "window.eps: '25%': not a number"},
        {"gamma", "1.09",
         "window.gamma: '1.09': must be at least 1.1 and below 2"},
        {"gamma", "2", "window.gamma: '2': must be at least 1.1 and below 2"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct window_config c = {.launches = -1};
        char *cause = NULL;

        assert_int_equal(configure(&c, rows[i].name, rows[i].value, &cause),
                         -1);
        assert_string_equal(cause, rows[i].cause);
        assert_int_equal(c.launches, -1);
        free(cause);
    }
}

UNIT_GROUP(window_params)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_given),
        cmocka_unit_test(test_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
