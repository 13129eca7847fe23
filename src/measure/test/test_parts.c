/* test_parts.c: phases of launches, and what runs beside them by itself. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "lib/test/unit.h"
#include "measure/control.h"
#include "measure/measure.h"

/* An algorithm of two phases beside one without; the third launch is late. */
enum { PLAIN, PHASED, NRESULTS };

static void simulate(const struct turn_order *o, struct turn_times *r,
                     double *at)
{
    *r = (struct turn_times){.ready = *at};
    for (int i = 0; i < o->launches; i++) {
        r->launch[i] =
            (struct launch_times){.duration = 3e-6,
                                  .late = i == 2 ? 1 : 0,
                                  .before = 5e-6,
                                  .figures = {1e-6, (double)(i + 1)}};
    }
    for (int i = 0; i < TURN_COMPUTE; i++)
        r->compute[i] = 4e-6;
    r->end = *at += 1e-3;
}

static void check_phased(const struct result *r)
{
    const struct series *second = &r->figure_parts[1].times;

    assert_int_equal(r->figure_parts[0].times.n, r->time.times.n);
    assert_int_equal(second->n, r->time.times.n);
    for (size_t i = 0; i < r->time.times.n; i++) {
        assert_true(r->figure_parts[0].times.t[i] == 1e-6 / 2);
        assert_int_equal(second->round[i], r->time.times.round[i]);
        assert_true(second->t[i] != 3.0 / 2); /* was late */
    }
    assert_true(second->t[0] == 0.5 && second->t[1] == 1 && second->t[2] == 2);
    /* Those of the warm-up are not counted. */
    assert_int_equal(r->compute.times.n, TURN_COMPUTE * r->all.rounds);
    for (size_t i = 0; i < r->compute.times.n; i++)
        assert_true(r->compute.times.t[i] == 4e-6 / 2);
}

static void test_parts_belong_to_valid_launches(void **state)
{
    const struct measuring o = {
        .window = {.init_launches = 4, .launches = 8, .eps = .25, .gamma = 1.1},
        .min_valid = 30,
        .max_launches = 100,
        .max_time = 5,
        .trim = .25,
        .confidence = .95,
    };
    static const struct figure phases[] = {{.launch = true}, {.launch = true}};
    struct result r[NRESULTS] = {
        [PHASED] = {.nfigures = 2,
                    .figures = {&phases[0], &phases[1]},
                    .has_compute = true}};
    struct turn_order order;
    struct turn_times report;
    struct control c;
    double now = 0;

    (void)state;
    for (int i = 0; i < NRESULTS; i++)
        r[i].method = &method_window;
    control_open(&c, &o, r, NRESULTS, 10e-6, 0.1e-6, false, 42);
    c.repeats = 2;
    while (control_next(&c, now, &order)) {
        simulate(&order, &report, &now);
        control_account(&c, &order, &report, now);
    }
    control_close(&c);
    assert_true(r[PHASED].time.times.n > 30);
    check_phased(&r[PHASED]);
    assert_int_equal(r[PLAIN].figure_parts[0].times.n, 0);
    assert_int_equal(r[PLAIN].before.times.n, r[PLAIN].time.times.n);
    assert_true(r[PLAIN].before.times.t[0] == 5e-6);
    assert_int_equal(r[PLAIN].compute.times.n, 0);
    for (int i = 0; i < NRESULTS; i++)
        result_free(&r[i]);
}

UNIT_GROUP(parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_belong_to_valid_launches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
