/* test_control.c: rank 0's decisions against a simulated machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "lib/xmalloc.h"
#include "measure/test/machine.h"

static void test_constant_time_is_found(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6}, .first = 1e-3, .message = 2e-6};
    struct result r = {0};

    (void)state;
    sim_run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_CONVERGED);
    assert_int_equal(s.warmups[0], 4);
    assert_true(fabs(r.first_call - 1.003e-3) < 1e-9); /* never counted */
    assert_true(r.time.times.n >= 30);
    for (size_t i = 0; i < r.time.times.n; i++)
        assert_true(fabs(r.time.times.t[i] - 3e-6) < 1e-12);
    assert_int_equal(r.all.launches, (long)r.time.times.n + r.all.late);
    assert_true(r.all.seconds > 0 && r.all.seconds <= s.now);
    sim_results_clear(&r, 1);
}

/* The clocks may have to be compared before anything else. */
static void test_a_pause_is_not_charged(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.now = 1e6, .t = {3e-6}, .message = 2e-6};
    struct result r = {.method = &method_window};
    struct turn_order order;
    struct turn_times report = {0};
    struct control c;

    (void)state;
    o.max_time = 0.5;
    control_open(&c, &o, &r, 1, 10e-6, 0.1e-6, false, 42);
    c.since += 1;
    while (control_next(&c, s.now, &order)) {
        sim_turn(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
        s.now += 1;
        c.since += 1;
    }
    control_close(&c);
    assert_null(r.reason);
    assert_true(r.time.times.n >= 30);
    assert_true(r.all.seconds < 0.5);
    sim_results_clear(&r, 1);
}

static void test_rivals_alternate_in_random_order(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6, 90e-6, 5e-6}, .message = 2e-6};
    struct result r[3] = {0};
    size_t first[3] = {0};

    (void)state;
    o.max_rse = 0;
    o.min_valid = 1;
    o.max_launches = 800;
    sim_run(&s, &o, r, 3);
    for (size_t i = 0; i + 3 <= 3 * 90; i += 3) {
        unsigned seen = 0;

        for (size_t j = 0; j < 3; j++)
            seen |= 1u << s.sequence[i + j];
        assert_int_equal(seen, 7); /* each round has all of them */
        first[s.sequence[i]]++;
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(first[i] >= 15); /* of 90: nobody always leads */
        for (size_t k = 1; k < r[i].time.times.n; k++)
            assert_true(r[i].time.times.round[k] >=
                        r[i].time.times.round[k - 1]);
    }
    sim_results_clear(r, 3);
}

static void test_all_go_on_until_the_last_has_stopped(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6, 90e-6}, .message = 2e-6};
    struct result r[2] = {0};

    (void)state;
    sim_run(&s, &o, r, 2);
    assert_int_equal(s.turns[0], s.turns[1]);
    sim_results_clear(r, 2);
}

static void test_limits_are_exact(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    o.max_rse = 0;
    o.min_valid = 5;
    o.max_valid = 13;
    sim_run(&s, &o, &r, 1);
    assert_true(r.time.times.n == 13 || r.stop == STOP_CONVERGED);
    sim_results_clear(&r, 1);

    memset(&r, 0, sizeof(r));
    s = (struct sim){.t = {3e-6}, .message = 2e-6, .late_every = 1};
    o.max_valid = 0;
    o.max_launches = 21;
    sim_run(&s, &o, &r, 1);
    assert_int_equal(r.time.times.n, 0);
    assert_int_equal(r.all.launches, 21);
    assert_int_equal(r.all.late, 21);
    assert_int_equal(r.stop, STOP_MAX_LAUNCHES);
    sim_results_clear(&r, 1);
}

static void test_time_limit_of_slow_operations(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {1.0}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    sim_run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_MAX_TIME);
    assert_true(s.now <= 6.5); /* looked at after every launch */
    assert_true(r.time.times.n >= 1);
    sim_results_clear(&r, 1);

    memset(&r, 0, sizeof(r));
    s = (struct sim){.t = {7.0}, .message = 2e-6};
    sim_run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_MAX_TIME);
    assert_true(s.now <= 14.1); /* after the warm-up one launch, however long */
    assert_int_equal(r.all.valid, 1);
    assert_null(r.reason);
    sim_results_clear(&r, 1);
}

/* Ranks that come 2 s late to launches of half a second. */
static void test_lateness_on_purpose_is_time_too(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {0.5}, .message = 2e-6};
    struct result r = {.method = &method_window};
    struct control c;
    struct turn_order order;
    struct turn_times report = {0};

    (void)state;
    o.max_time = 9;
    o.arrival.seconds = 2;
    control_open(&c, &o, &r, 1, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s.now, &order) && order.warmup) {
        sim_turn(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
    }
    /* 2 s of 9 are gone; a slot of 2.55 s fits the others twice. */
    assert_int_equal(order.launches, 2);
    assert_true(fabs(order.slot - 2.55) < 1e-3);
    control_close(&c);
    sim_results_clear(&r, 1);
}

static void test_slow_start_message_is_cured(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6}, .message = 300e-6}; /* bound said 10 us */
    struct result r = {0};

    (void)state;
    sim_run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_CONVERGED);
    assert_true(r.t_bcast >= 300e-6);
    sim_results_clear(&r, 1);
}

static void test_a_failed_algorithm_gets_no_turn(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6, 4e-6}, .message = 2e-6};
    struct result r[2] = {{.reason = xstrdup("no memory")}};

    (void)state;
    sim_run(&s, &o, r, 2);
    assert_int_equal(s.turns[0] + s.warmups[0], 0);
    assert_int_equal(r[1].stop, STOP_CONVERGED);
    sim_results_clear(r, 2);
}

static void test_failure_in_the_middle(void **state)
{
    struct measuring o = sim_options();
    struct sim s = {.t = {3e-6, 4e-6}, .message = 2e-6};
    struct result r[2] = {0};
    struct turn_order order;
    struct turn_times report = {0};
    struct control c;

    (void)state;
    r[0].method = r[1].method = &method_window;
    control_open(&c, &o, r, 2, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s.now, &order)) {
        sim_turn(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
        if (order.row == 1) {
            assert_null(r[1].reason); /* fails once, then has no turn */
            r[1].reason = xstrdup("broken");
        }
    }
    control_close(&c);
    assert_string_equal(r[1].reason, "broken");
    assert_null(r[0].reason);
    assert_int_equal(r[0].stop, STOP_CONVERGED);
    sim_results_clear(r, 2);
}

/* Where a row has no launch on time, its case is measured by what the method
 * falls back to, all rows alike; not if the method was asked for. */
static void test_fallback(void **state)
{
    struct measuring o = sim_options();

    (void)state;
    for (int may = 0; may <= 1; may++) {
        struct sim s = {.t = {3e-6, 4e-6}, .message = 2e-6, .late_every = 1};
        struct result r[2] = {0};

        o.may_fall_back = may == 1;
        r[0].samples = xcalloc(1, sizeof(*r[0].samples));
        r[0].nsamples = 1; /* of a launch that was late */
        sim_run(&s, &o, r, 2);
        assert_int_equal(r[0].nsamples, may ? 0 : 1);
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(r[i].stop, may ? STOP_CONVERGED : STOP_NONE_VALID);
            assert_ptr_equal(r[i].method,
                             may ? &method_barrier : &method_window);
            assert_ptr_equal(r[i].fell_back, may ? &method_window : NULL);
            assert_true(may ? r[i].all.valid == r[i].all.launches
                            : r[i].all.valid == 0);
            assert_true(!may || isnan(r[i].window));
        }
        sim_results_clear(r, 2);
    }
}

static void test_status(void **state)
{
    const struct launch_times late = {.late = 1e-6, .overrun = -1},
                              over = {.late = 0, .overrun = 1e-9},
                              fine = {.late = 0.05e-6, .overrun = -1e-9},
                              both = {.late = 1, .overrun = 1},
                              back = {.set_back = 3};

    (void)state;
    assert_int_equal(launch_status(&late, 0.1e-6), LAUNCH_LATE);
    assert_int_equal(launch_status(&over, 0.1e-6), LAUNCH_OVERRUN);
    assert_int_equal(launch_status(&fine, 0.1e-6), LAUNCH_VALID);
    assert_int_equal(launch_status(&both, 0.1e-6), LAUNCH_LATE);
    assert_int_equal(launch_status(&back, 0.1e-6), LAUNCH_LATE);
    assert_true(launch_counts(LAUNCH_OVERRUN, false));
    assert_false(launch_counts(LAUNCH_OVERRUN, true));
    assert_false(launch_counts(LAUNCH_LATE, false));
    assert_true(launch_counts(LAUNCH_VALID, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_constant_time_is_found),
        cmocka_unit_test(test_a_pause_is_not_charged),
        cmocka_unit_test(test_rivals_alternate_in_random_order),
        cmocka_unit_test(test_all_go_on_until_the_last_has_stopped),
        cmocka_unit_test(test_limits_are_exact),
        cmocka_unit_test(test_time_limit_of_slow_operations),
        cmocka_unit_test(test_lateness_on_purpose_is_time_too),
        cmocka_unit_test(test_slow_start_message_is_cured),
        cmocka_unit_test(test_a_failed_algorithm_gets_no_turn),
        cmocka_unit_test(test_failure_in_the_middle),
        cmocka_unit_test(test_fallback),
        cmocka_unit_test(test_status),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
