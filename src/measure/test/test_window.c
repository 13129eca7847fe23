/* test_window.c: the window rules: the first slot, those that follow, and
 * when the lead grows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "stats/test/series.h"
#include "measure/test/turns.h"

static const struct window_config ours = {
    .init_launches = 4, .launches = 8, .eps = 0.25, .gamma = 1.1};
static const struct window_config papers = {.init_launches = 4,
                                            .launches = 8,
                                            .eps = 0.25,
                                            .gamma = 1.1,
                                            .paper = true};

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
    window_step(&w, &papers, (struct turn_outcome){.invalid = 2});
    assert_true(w.slot == 5e-6); /* 2 of 8 is not more than 25 % */
    window_step(&w, &papers,
                (struct turn_outcome){.invalid = 3, .span = 40e-6});
    assert_near(w.slot, 5.5e-6, 1e-18);
    window_step(&w, &papers, (struct turn_outcome){.invalid = 3, .span = 8e-6});
    assert_near(w.slot, 1.1e-6, 1e-18); /* it shrinks longer windows */
    window_step(&w, &papers, (struct turn_outcome){.first_late = true});
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
        window_step(
            &w, &c,
            (struct turn_outcome){.invalid = 3, .span = 7 * w.slot + 1e-6});
    return w.slot;
}

static void test_weakness_of_the_published_rule(void **state)
{
    (void)state;
    assert_near(published_limit(1.1), 1.1e-6 / 0.3, 1e-12);
    assert_true(published_limit(8.0 / 7 + 1e-6) > 100e-6);
    assert_true(published_limit(1.5) == 10); /* where it is capped */
}

static void steps(struct window *w, int n, double took)
{
    struct turn_outcome s = {0};

    for (int i = 0; i < 8; i++)
        s.took[i] = took;
    for (int i = 0; i < n; i++)
        window_step(w, &ours, s);
}

static void test_the_slot_fits_what_launches_took(void **state)
{
    struct window w = window_at(1e-3, 7e-6);

    (void)state;
    steps(&w, 1, 1e-6);
    assert_near(w.slot, 1.1e-6, 1e-18); /* however long it was */
    window_step(&w, &ours, (struct turn_outcome){.took = {0, 0, 3e-6}});
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

/* Two of 256 are less than a hundredth, three are not. */
static void test_few_long_ones_do_not_fit(void **state)
{
    struct window w = window_at(1e-6, 7e-6);

    (void)state;
    steps(&w, 30, 1e-6);
    window_step(&w, &ours, (struct turn_outcome){.took = {3e-6, 0, 2e-6}});
    steps(&w, 1, 1e-6);
    assert_near(w.slot, 1.1e-6, 1e-18);
    window_step(&w, &ours, (struct turn_outcome){.took = {0, 2.5e-6}});
    assert_near(w.slot, 2.2e-6, 1e-18);
}

/* One in eight that takes a thousand times as long: 8 times the mean. */
static void test_there_is_no_room_for_very_long_ones(void **state)
{
    struct window w = window_at(1e-6, 7e-6);

    (void)state;
    for (int i = 0; i < 64; i++) {
        window_step(&w, &ours, (struct turn_outcome){.took = {1e-3}});
        assert_near(w.slot, 1.1e-6, 1e-18);
    }
    for (int i = 0; i < 64; i++) /* a third are no exception */
        window_step(&w, &ours,
                    (struct turn_outcome){.took = {1e-3, 1e-3, 1e-3}});
    assert_near(w.slot, 1.1e-3, 1e-15);
}

/* The message came early enough: another lead would not have helped. */
static void test_late_although_told_in_time(void **state)
{
    struct window w = window_at(2e-6, 8e-6);

    (void)state;
    window_step(&w, &ours,
                (struct turn_outcome){.first_late = true, .need = 4e-6});
    assert_true(w.lead == 8e-6);
    window_step(&w, &ours,
                (struct turn_outcome){.first_late = true, .need = 5e-6});
    assert_true(w.lead == 16e-6);
}

static void test_late_first_launch_doubles_the_lead(void **state)
{
    struct window w = window_at(2e-6, 7e-6);

    (void)state;
    window_step(&w, &ours, (struct turn_outcome){.first_late = true});
    assert_true(w.lead == 14e-6);
    window_step(&w, &ours, (struct turn_outcome){.first_late = true});
    assert_true(w.lead == 28e-6);
}

static void test_bounds(void **state)
{
    struct window w = window_at(1, 1);

    (void)state;
    steps(&w, 32, 1e3);
    assert_true(w.slot == 10);
    for (int i = 0; i < 30; i++)
        window_step(&w, &ours, (struct turn_outcome){.first_late = true});
    assert_true(w.lead == 1);
    for (int i = 0; i < 10; i++)
        window_step(&w, &ours, (struct turn_outcome){.need = -1});
    steps(&w, 32, 1e-12);
    assert_true(w.slot == 1e-7 && w.lead == 1e-6);
    window_start(&w, 0);
    assert_true(w.lead == 1e-6);
}

UNIT_GROUP(window)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_published_rule),
        cmocka_unit_test(test_weakness_of_the_published_rule),
        cmocka_unit_test(test_the_slot_fits_what_launches_took),
        cmocka_unit_test(test_it_shrinks_when_slow_ones_are_long_ago),
        cmocka_unit_test(test_few_long_ones_do_not_fit),
        cmocka_unit_test(test_there_is_no_room_for_very_long_ones),
        cmocka_unit_test(test_late_although_told_in_time),
        cmocka_unit_test(test_late_first_launch_doubles_the_lead),
        cmocka_unit_test(test_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
