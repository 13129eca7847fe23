/* test_window.c: the window rules: the first slot, those that follow, when the
 * lead grows and shrinks; -P window.NAME=VALUE. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/test/unit.h"
#include "measure/window.h"
#include "stats/test/series.h"

#define OURS .init_launches = 4, .launches = 8, .eps = 0.25, .gamma = 1.1
static const struct window_config ours = {OURS};
static const struct window_config papers = {OURS, .paper = true};

static struct window window_at(double slot, double lead)
{
    struct window w;

    window_start(&w, lead);
    w.slot = slot;
    return w;
}

/*
 * One turn of 8 launches more. What is not set is as it should be: launches
 * that took 1 us, a span of 8 us, a start message of 2 us, of far too long
 * before a late start.
 */
static void step(struct window *w, const struct window_config *c,
                 struct turn_outcome s)
{
    s.launches = 8;
    if (s.span == 0)
        s.span = 8e-6;
    for (int i = 0; i < s.launches; i++)
        s.took[i] = s.took[i] == 0 ? 1e-6 : s.took[i];
    if (s.need == 0)
        s.need = s.first_late ? 1e3 : 2e-6;
    window_after_turn(w, c, &s);
}

#define STEP(w, c, ...) step(w, c, (struct turn_outcome){__VA_ARGS__})

/* n turns whose launches all took so long. */
static void steps(struct window *w, int n, double took)
{
    struct turn_outcome s = {0};

    for (int i = 0; i < 8; i++)
        s.took[i] = took;
    for (int i = 0; i < n; i++)
        step(w, &ours, s);
}

static void test_init(void **state)
{
    const struct window_config *const rules[] = {&ours, &papers};
    struct turn_outcome s = {.launches = 4, .span = 20e-6};

    (void)state;
    for (size_t i = 0; i < LENGTH(rules); i++) {
        struct window w;

        window_start(&w, 7e-6);
        assert_true(w.slot == 0 && w.lead == 7e-6);
        window_after_init(&w, rules[i], &s);
        assert_near(w.slot, 5.5e-6, 1e-18); /* 1.1 * 20 / 4 */
        assert_true(w.lead == 7e-6);
    }
}

static void test_published_rule(void **state)
{
    struct window w = window_at(5e-6, 7e-6);

    (void)state;
    STEP(&w, &papers, .invalid = 2);
    assert_true(w.slot == 5e-6); /* 2 of 8 is not more than 25 % */
    STEP(&w, &papers, .invalid = 3, .span = 40e-6);
    assert_near(w.slot, 5.5e-6, 1e-18);
    STEP(&w, &papers, .invalid = 3, .span = 8e-6);
    assert_near(w.slot, 1.1e-6, 1e-18); /* it shrinks longer windows */
    STEP(&w, &papers, .first_late = true);
    assert_true(w.lead == 7e-6); /* never changes */
}

/* Fitting launches of 1 us of which some are invalid for other reasons: the
 * slot goes to gamma / (k - gamma (k - 1)), 3.67 us, and for gamma >= k / (k -
 * 1) away.
 */
static double published_limit(double gamma)
{
    struct window_config c = papers;
    struct window w = window_at(1e-6, 7e-6);

    c.gamma = gamma;
    for (int i = 0; i < 2000; i++)
        STEP(&w, &c, .invalid = 3, .span = 7 * w.slot + 1e-6);
    return w.slot;
}

static void test_weakness_of_the_published_rule(void **state)
{
    (void)state;
    assert_near(published_limit(1.1), 1.1e-6 / 0.3, 1e-12);
    assert_true(published_limit(8.0 / 7 + 1e-6) > 100e-6);
    assert_true(published_limit(1.5) == 10); /* where it is capped */
}

static void test_the_slot_fits_what_launches_took(void **state)
{
    struct window w = window_at(1e-3, 7e-6);

    (void)state;
    steps(&w, 1, 1e-6);
    assert_near(w.slot, 1.1e-6, 1e-18); /* however long it was */
    STEP(&w, &ours, .took = {0, 0, 3e-6});
    assert_near(w.slot, 3.3e-6, 1e-18); /* at once */
    steps(&w, 4, NAN);
    assert_near(w.slot, 3.3e-6, 1e-18); /* nothing is known of these */
    assert_true(w.lead == 7e-6);
}

/* What was remembered and is not: 256 launches, 32 turns. */
static void test_it_shrinks_when_slow_ones_are_long_ago(void **state)
{
    struct window w = window_at(1e-6, 7e-6);

    (void)state;
    steps(&w, 1, 3e-6);
    for (int i = 0; i < 31; i++) {
        assert_near(w.slot, 3.3e-6, 1e-18);
        steps(&w, 1, 1e-6);
    }
    assert_near(w.slot, 3.3e-6, 1e-18);
    steps(&w, 1, 1e-6);
    assert_near(w.slot, 1.1e-6, 1e-18);
}

/* Two of 256 are less than a hundredth, three are not. One in eight that takes
 * a thousand times as long is 8 times the mean; a third are no exception. */
static void test_there_is_no_room_for_few_long_ones(void **state)
{
    struct window w = window_at(1e-6, 7e-6);

    (void)state;
    steps(&w, 30, 1e-6);
    STEP(&w, &ours, .took = {3e-6, 0, 2e-6});
    steps(&w, 1, 1e-6);
    assert_near(w.slot, 1.1e-6, 1e-18);
    STEP(&w, &ours, .took = {0, 2.5e-6});
    assert_near(w.slot, 2.2e-6, 1e-18);
    w = window_at(1e-6, 7e-6);
    for (int i = 0; i < 64; i++) {
        STEP(&w, &ours, .took = {1e-3});
        assert_near(w.slot, 1.1e-6, 1e-18);
    }
    for (int i = 0; i < 64; i++)
        STEP(&w, &ours, .took = {1e-3, 1e-3, 1e-3});
    assert_near(w.slot, 1.1e-3, 1e-15);
}

/* Not if the message came early enough: another lead would not have helped. */
static void test_late_first_launch_doubles_the_lead(void **state)
{
    struct window w = window_at(2e-6, 8e-6);

    (void)state;
    STEP(&w, &ours, .first_late = true, .need = 4e-6);
    assert_true(w.lead == 8e-6);
    STEP(&w, &ours, .first_late = true, .need = 5e-6);
    assert_true(w.lead == 16e-6);
    STEP(&w, &ours, .first_late = true);
    assert_true(w.lead == 32e-6);
}

static void test_the_lead_shrinks_when_prompt(void **state)
{
    struct window w = window_at(2e-6, 1e-3);

    (void)state;
    for (int i = 0; i < 8; i++) {
        assert_true(w.lead == 1e-3);
        STEP(&w, &ours, .need = i == 3 ? 9e-6 : 12e-6);
    }
    assert_near(w.lead, 27e-6, 1e-18); /* three times the shortest way */
    for (int i = 0; i < 8; i++)
        STEP(&w, &ours, .need = 12e-6);
    assert_near(w.lead, 27e-6, 1e-18); /* on time: it does not grow */
    w = window_at(2e-6, 1e-3);
    for (int i = 0; i < 14; i++) /* turns count in a row */
        STEP(&w, &ours, .first_late = i == 6);
    assert_near(w.lead, 2e-3, 1e-15);
    STEP(&w, &ours, .first_late = false);
    assert_near(w.lead, 6e-6, 1e-15);
}

static void test_bounds(void **state)
{
    struct window w = window_at(1, 1);

    (void)state;
    steps(&w, 32, 1e3);
    assert_true(w.slot == 10);
    for (int i = 0; i < 30; i++)
        STEP(&w, &ours, .first_late = true);
    assert_true(w.lead == 1);
    for (int i = 0; i < 10; i++)
        STEP(&w, &ours, .need = -1);
    steps(&w, 32, 1e-12);
    assert_true(w.slot == 1e-7 && w.lead == 1e-6);
    window_start(&w, 0);
    assert_true(w.lead == 1e-6);
}

/* NULL: the defaults. */
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

static void test_params(void **state)
{
    struct window_config c = {.paper = true};
    char *cause;

    (void)state;
    assert_int_equal(configure(&c, "k", "64", &cause), 0);
    assert_int_equal(c.launches, 64);
    assert_int_equal(configure(&c, "gamma", "1.99", &cause), 0);
    assert_true(c.gamma == 1.99 && c.launches == 8); /* the default again */
    assert_int_equal(configure(&c, "eps", "0", &cause), 0);
    assert_true(c.eps == 0);
    assert_int_equal(configure(&c, NULL, NULL, &cause), 0);
    assert_memory_equal(&c, &papers, sizeof(c)); /* `paper` is left alone */
}

static void test_params_refused(void **state)
{
    static const struct {
        const char *name, *value, *cause;
    } rows[] = {
        {"k", "0", "window.k: '0': must be at least 1"},
        {"k", "65", "window.k: '65': must be at most 64"},
        {"init", "0", "window.init: '0': must be at least 1"},
        {"eps", "1", "window.eps: '1': must be at least 0 and below 1"},
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

UNIT_GROUP(window)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_published_rule),
        cmocka_unit_test(test_weakness_of_the_published_rule),
        cmocka_unit_test(test_the_slot_fits_what_launches_took),
        cmocka_unit_test(test_it_shrinks_when_slow_ones_are_long_ago),
        cmocka_unit_test(test_there_is_no_room_for_few_long_ones),
        cmocka_unit_test(test_late_first_launch_doubles_the_lead),
        cmocka_unit_test(test_the_lead_shrinks_when_prompt),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_params_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
