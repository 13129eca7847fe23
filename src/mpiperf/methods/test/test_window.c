/* test_window.c: the window rules: the first slot, and when it grows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/stats/test/series.h"
#include "mpiperf/methods/test/stages.h"

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
    struct stage_outcome s = {.launches = 4, .span = 20e-6, .late = 3};

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
    window_step(&w, &papers, (struct stage_outcome){.late = 2, .overrun = 2});
    assert_true(w.slot == 5e-6); /* 2 of 8 is not more than 25 % */
    window_step(&w, &papers, (struct stage_outcome){.late = 3, .span = 40e-6});
    assert_near(w.slot, 5.5e-6, 1e-18);
    window_step(&w, &papers,
                (struct stage_outcome){.overrun = 3, .span = 8e-6});
    assert_near(w.slot, 1.1e-6, 1e-18); /* it shrinks longer windows */
    window_step(&w, &papers,
                (struct stage_outcome){
                    .late = 2, .overrun = 2, .invalid = 3, .span = 80e-6});
    assert_near(w.slot, 11e-6, 1e-18);
    window_step(&w, &papers,
                (struct stage_outcome){.first_late = true, .late = 1});
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
            (struct stage_outcome){.late = 3, .span = 7 * w.slot + 1e-6});
    return w.slot;
}

static void test_weakness_of_the_published_rule(void **state)
{
    (void)state;
    assert_near(published_limit(1.1), 1.1e-6 / 0.3, 1e-12);
    assert_true(published_limit(8.0 / 7 + 1e-6) > 100e-6);
    assert_true(published_limit(1.5) == 10); /* where it is capped */
}

static void test_overruns_lengthen(void **state)
{
    struct window w = window_at(1e-6, 7e-6);

    (void)state;
    window_step(&w, &ours, (struct stage_outcome){.overrun = 2, .late = 2});
    assert_true(w.slot == 1e-6); /* no more than eps */
    window_step(&w, &ours,
                (struct stage_outcome){.overrun = 3, .longest = 2e-6});
    assert_near(w.slot, 2e-6, 1e-18); /* twice: gamma * span / k is less */
    window_step(
        &w, &ours,
        (struct stage_outcome){.overrun = 3, .span = 80e-6, .longest = 3e-6});
    assert_near(w.slot, 11e-6, 1e-18); /* gamma * span / k */
    assert_true(w.lead == 7e-6);
}

/* All late behind launches that fitted: the time went between them (--verify).
 * Once may be chance. */
static void test_gaps_lengthen(void **state)
{
    const struct stage_outcome late = {.late = 7, .span = 40e-6};
    struct window w = window_at(2e-6, 7e-6);

    (void)state;
    window_step(&w, &ours, late);
    assert_true(w.slot == 2e-6);
    window_step(&w, &ours, late);
    assert_near(w.slot, 5.5e-6, 1e-18);
    window_step(&w, &ours, (struct stage_outcome){.late = 3, .span = 44e-6});
    assert_near(w.slot, 11e-6, 1e-18); /* the first step was just too short */
    window_step(&w, &ours, late);
    assert_near(w.slot, 11e-6, 1e-18); /* the second was not */

    w = window_at(2e-6, 7e-6); /* behind a late start they prove nothing */
    window_step(&w, &ours,
                (struct stage_outcome){.first_late = true, .late = 7});
    window_step(&w, &ours, late);
    assert_true(w.slot == 2e-6);
    window_step(&w, &ours, late);
    assert_near(w.slot, 5.5e-6, 1e-18);
    window_step(&w, &ours,
                (struct stage_outcome){.first_late = true, .late = 7});
    assert_near(w.slot, 5.5e-6, 1e-18);

    w = window_at(2e-6, 7e-6); /* not in a row */
    for (int i = 0; i < 12; i++)
        window_step(&w, &ours,
                    i % 2 ? late : (struct stage_outcome){.late = 2});
    assert_true(w.slot < 2e-6);
}

/* Half of the launches late behind short ones: a rank lost its core. */
static void test_lost_cores_do_not_lengthen(void **state)
{
    struct window w = window_at(2e-6, 7e-6);

    (void)state;
    for (int i = 0; i < 10; i++) {
        window_step(
            &w, &ours,
            (struct stage_outcome){.late = 5, .overrun = 5, .span = 4e-3});
        assert_true(w.slot <= 2e-6);
    }
    assert_near(w.slot, 1.1e-6, 1e-18);
}

/* A gap that no step has covered: the slot starts over, from what launches
 * need. */
static void test_gaps_are_tried_again(void **state)
{
    struct window w = window_at(2e-6, 7e-6);
    double b = 0, least = 1;
    int grown = 0;

    (void)state;
    for (int i = 0; i < 200; i++) {
        window_step(&w, &ours, (struct stage_outcome){.late = 7, .span = 1});
        grown += w.slot > b;
        b = w.slot;
        least = fmin(least, b);
    }
    assert_near(least, 1.1e-6, 1e-18);
    assert_true(grown > 10);
}

/* The message came early enough: another lead would not have helped. */
static void test_late_although_told_in_time(void **state)
{
    struct window w = window_at(2e-6, 8e-6);

    (void)state;
    window_step(&w, &ours,
                (struct stage_outcome){.first_late = true, .need = 4e-6});
    assert_true(w.lead == 8e-6);
    window_step(&w, &ours,
                (struct stage_outcome){.first_late = true, .need = 5e-6});
    assert_true(w.lead == 16e-6);
}

static void test_late_first_launch_doubles_the_lead(void **state)
{
    struct window w = window_at(2e-6, 7e-6);

    (void)state;
    /* the seven behind it are late for its sake */
    window_step(
        &w, &ours,
        (struct stage_outcome){.first_late = true, .late = 8, .overrun = 8});
    assert_true(w.lead == 14e-6 && w.slot == 2e-6);
    /* but one that was too long for its slot counts */
    window_step(
        &w, &ours,
        (struct stage_outcome){
            .first_late = true, .late = 8, .overrun = 8, .longest = 3e-6});
    assert_true(w.lead == 28e-6 && w.slot == 4e-6);
}

static void test_bounds(void **state)
{
    struct window w = window_at(1, 1);

    (void)state;
    for (int i = 0; i < 10; i++)
        window_step(&w, &ours,
                    (struct stage_outcome){.first_late = true,
                                           .late = 8,
                                           .overrun = 8,
                                           .span = 1e3,
                                           .longest = 1e3});
    assert_true(w.slot == 10 && w.lead == 1);
    for (int i = 0; i < 10; i++)
        window_step(
            &w, &ours,
            (struct stage_outcome){.span = -1, .longest = 1e-12, .need = -1});
    assert_true(w.slot == 1e-7 && w.lead == 1e-6);
    window_start(&w, 0);
    assert_true(w.lead == 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_published_rule),
        cmocka_unit_test(test_weakness_of_the_published_rule),
        cmocka_unit_test(test_overruns_lengthen),
        cmocka_unit_test(test_gaps_lengthen),
        cmocka_unit_test(test_lost_cores_do_not_lengthen),
        cmocka_unit_test(test_gaps_are_tried_again),
        cmocka_unit_test(test_late_although_told_in_time),
        cmocka_unit_test(test_late_first_launch_doubles_the_lead),
        cmocka_unit_test(test_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
