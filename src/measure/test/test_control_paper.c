/* test_control_paper.c: rank 0's decisions by the rules of the paper. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "measure/test/machine.h"

static struct measuring papers(void)
{
    struct measuring o = sim_options();

    o.paper = o.window.paper = true;
    o.stop_on_rse = false;
    o.max_launches = 100;
    o.max_time = INFINITY;
    return o;
}

static void test_paper_runs_its_own_rule(void **state)
{
    struct measuring o = papers();
    struct sim s = {.t = {3e-6}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    sim_run(&s, &o, &r, 1);
    assert_int_equal(s.warmups[0], 4);
    assert_int_equal(r.all.launches % 8, 0); /* whole turns */
    assert_true(r.time.times.n > 30 || r.all.launches > 100);
    sim_results_clear(&r, 1);
}

/* Turn 0 on a machine where the first call takes 1 ms more, and 50 us pass
 * after each launch. b is gamma times what a launch took, the last finish being
 * the end: of all k' by the paper's rule. Ours leaves the first out and counts
 * what is between launches. */
static void test_the_first_slot(void **state)
{
    const struct {
        struct measuring o;
        double b;
    } rows[] = {
        {papers(), 1.1 * (1e-3 + 4 * 3e-6 + 3 * 50e-6) / 4},
        {sim_options(), 1.1 * (3 * 3e-6 + 3 * 50e-6) / 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct sim s = {
            .t = {3e-6}, .first = 1e-3, .message = 2e-6, .gap = 50e-6};
        struct result r = {.method = &method_window};
        struct turn_order order;
        struct turn_times report = {0};
        struct control c;

        control_open(&c, &rows[i].o, &r, 1, 10e-6, 0.1e-6, false, 42);
        while (control_next(&c, s.now, &order) && order.warmup) {
            sim_turn(&s, &order, &report);
            control_account(&c, &order, &report, s.now);
        }
        assert_int_equal(s.warmups[0], 4);
        assert_true(fabs(order.slot - rows[i].b) < 1e-12);
        control_close(&c);
        sim_results_clear(&r, 1);
    }
}

/* A launch in eight that is thrice as long is trimmed away, but not from the
 * error that the paper's second rule goes by. */
static void test_the_papers_error_is_of_all_launches(void **state)
{
    struct measuring o = papers();
    struct result r = {.method = &method_window};
    struct turn_order order;
    struct turn_times report = {0};
    struct control c;
    double now = 1;

    (void)state;
    o.stop_on_rse = true;
    o.max_rse = 0.05;
    o.min_valid = 10;
    control_open(&c, &o, &r, 1, 10e-6, 0, false, 42);
    while (control_next(&c, now, &order)) {
        for (int i = 0; i < order.launches; i++)
            report.launch[i] =
                (struct launch_times){.duration = i == 0 ? 3e-6 : 1e-6,
                                      .end = i * 4e-6,
                                      .overrun = -1};
        control_account(&c, &order, &report, now += 1e-3);
    }
    control_close(&c);
    /* sd 0.66 of a mean of 1.25: an error of 5 % takes 112 launches */
    assert_int_equal(r.stop, STOP_MAX_LAUNCHES);
    assert_int_equal(r.all.launches, 104);
    assert_true(r.rse > 0.05 && r.rse < 0.06);
    sim_results_clear(&r, 1);
}

/* By the paper's rule who waits for a start is on time, however long the clock
 * takes to be read; who came after it is late by all of that. */
static void test_lateness(void **state)
{
    static const struct {
        bool paper;
        double ready, began, late;
    } rows[] = {
        {true, -1e-6, 20e-9, 0},      {true, -1e-6, 4e-3, 0},
        {true, 0, 20e-9, 0},          {true, 1e-9, 20e-9, 20e-9},
        {false, -1e-6, 20e-9, 20e-9}, {false, 0, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        assert_true(launch_late(rows[i].paper, rows[i].ready, rows[i].began) ==
                    rows[i].late);
}

UNIT_GROUP(control_paper)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_runs_its_own_rule),
        cmocka_unit_test(test_the_first_slot),
        cmocka_unit_test(test_the_papers_error_is_of_all_launches),
        cmocka_unit_test(test_lateness),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
