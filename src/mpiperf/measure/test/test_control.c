/* test_control.c: rank 0's decisions against a simulated machine. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/control.h"
#include "mpiperf/measure/measure.h"

/* A machine on which algorithm i takes t[i] seconds, `first` more the first
 * time, and the start message takes `message`. */
struct sim {
    double now, t[3], first, message;
    int late_every; /* every so many launches a rank is late; 0: never */
    long launches, stages[3], warmups[3];
    size_t sequence[4096]; /* algorithms in the order of their stages */
    size_t nsequence;
};

static struct options options(void)
{
    return (struct options){
        .window = {.init_launches = 4, .launches = 8, .eps = .25, .gamma = 1.1},
        .max_rse = 0.01,
        .min_valid = 30,
        .max_launches = 5000,
        .max_time = 5,
        .trim = .25,
        .confidence = .95,
        .stop_on_rse = true,
    };
}

static void simulate(struct sim *s, const struct stage_order *o,
                     struct stage_report *r)
{
    double at = s->now + s->message;

    r->ready = at;
    for (int i = 0; i < o->launches; i++) {
        double start = o->tau + i * o->b, end;
        bool stumble = s->late_every > 0 && ++s->launches % s->late_every == 0;

        if (start < at)
            start = at;
        start += stumble ? 1e-3 : 0;
        end = start + s->t[o->track] + s->first;
        s->first = 0;
        r->launch[i].late = start - (o->tau + i * o->b);
        r->launch[i].duration = end - start;
        r->launch[i].overrun = o->b > 0 ? end - (o->tau + (i + 1) * o->b) : 0;
        at = end;
    }
    r->end = s->now = at;
    if (o->warmup)
        s->warmups[o->track] += o->launches;
    else
        s->sequence[s->nsequence++ % 4096] = (size_t)o->track,
        s->stages[o->track]++;
}

static void run(struct sim *s, const struct options *o, struct result *results,
                size_t n)
{
    struct control c;
    struct stage_order order;
    struct stage_report report = {0};

    for (size_t i = 0; i < n; i++)
        if (results[i].method == NULL)
            results[i].method = &method_window;
    control_open(&c, o, results, n, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s->now, &order)) {
        assert_in_range(order.launches, 1, STAGE_MAX);
        assert_true(order.tau > s->now);
        simulate(s, &order, &report);
        control_account(&c, &order, &report, s->now);
    }
    control_close(&c);
}

static void results_clear(struct result *results, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        result_free(&results[i]);
    }
}

static void test_constant_time_is_found(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6}, .first = 1e-3, .message = 2e-6};
    struct result r = {0};

    (void)state;
    run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_CONVERGED);
    assert_int_equal(s.warmups[0], 4);
    assert_true(fabs(r.first_call - 1.003e-3) < 1e-9); /* never counted */
    assert_true(r.times.n >= 30);
    for (size_t i = 0; i < r.times.n; i++)
        assert_true(fabs(r.times.t[i] - 3e-6) < 1e-12);
    assert_int_equal(r.launches, (long)r.times.n + r.late);
    assert_true(r.seconds > 0 && r.seconds <= s.now);
    results_clear(&r, 1);
}

/* The clocks may have to be compared before anything else. */
static void test_a_pause_is_not_charged(void **state)
{
    struct options o = options();
    struct sim s = {.now = 1e6, .t = {3e-6}, .message = 2e-6};
    struct result r = {.method = &method_window};
    struct stage_order order;
    struct stage_report report = {0};
    struct control c;

    (void)state;
    o.max_time = 0.5;
    control_open(&c, &o, &r, 1, 10e-6, 0.1e-6, false, 42);
    control_pause(&c, 1);
    while (control_next(&c, s.now, &order)) {
        simulate(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
        s.now += 1;
        control_pause(&c, 1);
    }
    control_close(&c);
    assert_null(r.why_not);
    assert_true(r.times.n >= 30);
    assert_true(r.seconds < 0.5);
    results_clear(&r, 1);
}

static void test_rivals_alternate_in_random_order(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6, 90e-6, 5e-6}, .message = 2e-6};
    struct result r[3] = {0};
    size_t first[3] = {0};

    (void)state;
    o.max_rse = 0;
    o.min_valid = 1;
    o.max_launches = 800;
    run(&s, &o, r, 3);
    for (size_t i = 0; i + 3 <= 3 * 90; i += 3) {
        unsigned seen = 0;

        for (size_t j = 0; j < 3; j++)
            seen |= 1u << s.sequence[i + j];
        assert_int_equal(seen, 7); /* each round has all of them */
        first[s.sequence[i]]++;
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(first[i] >= 15); /* of 90: nobody always leads */
        for (size_t k = 1; k < r[i].times.n; k++)
            assert_true(r[i].times.round[k] >= r[i].times.round[k - 1]);
    }
    results_clear(r, 3);
}

static void test_all_go_on_until_the_last_has_stopped(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6, 90e-6}, .message = 2e-6};
    struct result r[2] = {0};

    (void)state;
    run(&s, &o, r, 2);
    assert_int_equal(s.stages[0], s.stages[1]);
    results_clear(r, 2);
}

static void test_limits_are_exact(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    o.max_rse = 0;
    o.min_valid = 5;
    o.max_valid = 13;
    run(&s, &o, &r, 1);
    assert_true(r.times.n == 13 || r.stop == STOP_CONVERGED);
    results_clear(&r, 1);

    memset(&r, 0, sizeof(r));
    s = (struct sim){.t = {3e-6}, .message = 2e-6, .late_every = 1};
    o.max_valid = 0;
    o.max_launches = 21;
    run(&s, &o, &r, 1);
    assert_int_equal(r.times.n, 0);
    assert_int_equal(r.launches, 21);
    assert_int_equal(r.late, 21);
    assert_int_equal(r.stop, STOP_MAX_LAUNCHES);
    results_clear(&r, 1);
}

static void test_time_limit_of_slow_operations(void **state)
{
    struct options o = options();
    struct sim s = {.t = {1.0}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_MAX_TIME);
    assert_true(s.now <= 6.5); /* looked at after every launch */
    assert_true(r.times.n >= 1);
    results_clear(&r, 1);

    memset(&r, 0, sizeof(r));
    s = (struct sim){.t = {7.0}, .message = 2e-6};
    run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_MAX_TIME);
    assert_true(s.now <= 7.1); /* one launch, and no figure */
    assert_non_null(r.why_not);
    results_clear(&r, 1);
}

/* Ranks that come 2 s late to launches of half a second. */
static void test_lateness_on_purpose_is_time_too(void **state)
{
    struct options o = options();
    struct sim s = {.t = {0.5}, .message = 2e-6};
    struct result r = {.method = &method_window};
    struct control c;
    struct stage_order order;
    struct stage_report report = {0};

    (void)state;
    o.max_time = 9;
    o.arrival.seconds = 2;
    control_open(&c, &o, &r, 1, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s.now, &order) && order.warmup) {
        simulate(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
    }
    /* 2 s of 9 are gone; a slot of 2.55 s fits the others twice. */
    assert_int_equal(order.launches, 2);
    assert_true(fabs(order.b - 2.55) < 1e-3);
    control_close(&c);
    results_clear(&r, 1);
}

static void test_slow_start_message_is_cured(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6}, .message = 300e-6}; /* bound said 10 us */
    struct result r = {0};

    (void)state;
    run(&s, &o, &r, 1);
    assert_int_equal(r.stop, STOP_CONVERGED);
    assert_true(r.t_bcast >= 300e-6);
    results_clear(&r, 1);
}

static void test_paper_runs_its_own_rule(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6}, .message = 2e-6};
    struct result r = {0};

    (void)state;
    o.paper = o.window.paper = true;
    o.stop_on_rse = false;
    o.max_launches = 100;
    o.max_time = INFINITY;
    run(&s, &o, &r, 1);
    assert_int_equal(s.warmups[0], 4);
    assert_int_equal(r.launches % 8, 0); /* whole stages */
    assert_true(r.times.n >= 30 || r.launches > 100);
    results_clear(&r, 1);
}

static void test_a_failed_algorithm_gets_no_turn(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6, 4e-6}, .message = 2e-6};
    struct result r[2] = {{.why_not = xstrdup("no memory")}};

    (void)state;
    run(&s, &o, r, 2);
    assert_int_equal(s.stages[0] + s.warmups[0], 0);
    assert_int_equal(r[1].stop, STOP_CONVERGED);
    results_clear(r, 2);
}

static void test_failure_in_the_middle(void **state)
{
    struct options o = options();
    struct sim s = {.t = {3e-6, 4e-6}, .message = 2e-6};
    struct result r[2] = {0};
    struct stage_order order;
    struct stage_report report = {0};
    struct control c;

    (void)state;
    r[0].method = r[1].method = &method_window;
    control_open(&c, &o, r, 2, 10e-6, 0.1e-6, false, 42);
    while (control_next(&c, s.now, &order)) {
        simulate(&s, &order, &report);
        control_account(&c, &order, &report, s.now);
        if (order.track == 1) {
            assert_null(r[1].why_not); /* fails once, then has no turn */
            control_fail(&c, &order, xstrdup("broken"));
        }
    }
    control_close(&c);
    assert_string_equal(r[1].why_not, "broken");
    assert_null(r[0].why_not);
    assert_int_equal(r[0].stop, STOP_CONVERGED);
    results_clear(r, 2);
}

static void test_status(void **state)
{
    const struct launch_times late = {.late = 1e-6, .overrun = -1},
                              over = {.late = 0, .overrun = 1e-9},
                              fine = {.late = 0.05e-6, .overrun = -1e-9},
                              both = {.late = 1, .overrun = 1};

    (void)state;
    assert_int_equal(launch_status(&late, 0.1e-6), LAUNCH_LATE);
    assert_int_equal(launch_status(&over, 0.1e-6), LAUNCH_OVERRUN);
    assert_int_equal(launch_status(&fine, 0.1e-6), LAUNCH_VALID);
    assert_int_equal(launch_status(&both, 0.1e-6), LAUNCH_LATE);
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
        cmocka_unit_test(test_paper_runs_its_own_rule),
        cmocka_unit_test(test_a_failed_algorithm_gets_no_turn),
        cmocka_unit_test(test_failure_in_the_middle),
        cmocka_unit_test(test_status),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
