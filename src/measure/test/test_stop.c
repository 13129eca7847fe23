/* test_stop.c: every outcome of the stop rule, and the looks on either side. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "lib/test/unit.h"
#include "measure/result.h"

static const struct measuring defaults = {
    .max_rse = 0.01,
    .min_valid = 30,
    .max_launches = 5000,
    .max_time = 5,
    .stop_on_rse = true,
};

static const struct measuring quick = {
    .max_rse = 0.01,
    .min_valid = 10,
    .max_valid = 30,
    .max_launches = 5000,
    .max_time = 0.2,
};

static const struct measuring unending = {
    .max_rse = 0,
    .min_valid = 1,
    .max_launches = 800,
    .max_time = 5,
};

static const struct measuring single = {
    .max_rse = 0.5,
    .min_valid = 1,
    .max_launches = 5000,
    .max_time = 5,
};

static const struct measuring paper1 = {
    .paper = true,
    .max_rse = 0.01,
    .min_valid = 30,
    .max_launches = 100,
    .max_time = INFINITY,
};

static const struct measuring paper2 = {
    .paper = true,
    .stop_on_rse = true,
    .max_rse = 0.05,
    .min_valid = 10,
    .max_launches = 100,
    .max_time = INFINITY,
};

/* What was reached at an instant, and what the rule says. */
struct instant {
    const struct measuring *o;
    long launches, valid;
    double seconds, rse;
    size_t rounds; /* 0: launches are independent */
    bool oversubscribed;
    enum stop stop;
};

static const struct instant instants[] = {
    /* precise enough */
    {&defaults, 32, 30, 1, 0.01, 0, false, STOP_CONVERGED},
    {&defaults, 32, 29, 1, 0.01, 0, false, STOP_NOT},
    {&defaults, 32, 30, 1, 0.0101, 0, false, STOP_NOT},
    {&defaults, 32, 30, 1, 0, 0, false, STOP_CONVERGED},
    {&defaults, 32, 30, 1, INFINITY, 0, false, STOP_NOT},
    {&defaults, 120, 120, 1, 0.001, 15, false, STOP_NOT},
    {&defaults, 128, 128, 1, 0.001, 16, false, STOP_CONVERGED},
    {&unending, 799, 799, 1, 0, 0, false, STOP_NOT},
    {&unending, 800, 800, 1, 0, 0, false, STOP_MAX_LAUNCHES},
    {&single, 1, 1, 1, NAN, 0, false, STOP_NOT},
    {&single, 2, 2, 1, 0.4, 0, false, STOP_CONVERGED},
    {&quick, 29, 29, 0.1, 0.5, 0, false, STOP_NOT},
    {&quick, 30, 30, 0.1, 0.5, 0, false, STOP_MAX_VALID},
    {&quick, 30, 30, 0.1, NAN, 0, false, STOP_MAX_VALID},
    {&quick, 16, 16, 0.2, 0.5, 0, false, STOP_MAX_TIME},
    {&quick, 16, 16, 0.1, 0.005, 0, false, STOP_CONVERGED},
    {&defaults, 4999, 4000, 1, 0.5, 0, false, STOP_NOT},
    {&defaults, 5000, 4000, 1, 0.5, 0, false, STOP_MAX_LAUNCHES},
    {&defaults, 400, 400, 4.99, 0.5, 0, false, STOP_NOT},
    {&defaults, 400, 400, 5, 0.5, 0, false, STOP_MAX_TIME},
    /* a limit goes before convergence */
    {&quick, 32, 30, 0.1, 0.001, 0, false, STOP_MAX_VALID},
    {&defaults, 5000, 4000, 1, 0.001, 0, false, STOP_MAX_LAUNCHES},
    {&defaults, 400, 400, 5, 0.001, 0, false, STOP_MAX_TIME},
    /* no valid launch */
    {&defaults, STOP_PATIENCE - 1, 0, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE, 0, 1, NAN, 0, false, STOP_NONE_VALID},
    {&defaults, STOP_PATIENCE, 1, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT - 1, 0, 1, NAN, 0, true, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT, 0, 1, NAN, 0, true, STOP_NONE_VALID},
    {&defaults, STOP_PATIENCE_SHORT, 0, 1, NAN, 0, false, STOP_NOT},
    {&defaults, STOP_PATIENCE_SHORT, 1, 1, NAN, 0, true, STOP_NOT},
    {&defaults, STOP_PATIENCE, 0, 5, NAN, 0, false, STOP_MAX_TIME},
    /* rule 1: more than 30 valid, or more than 100 launches */
    {&paper1, 32, 31, 9, 0.5, 0, false, STOP_CONVERGED},
    {&paper1, 32, 30, 9, 0, 0, false, STOP_NOT},
    {&paper1, 100, 30, 9, 0, 0, false, STOP_NOT},
    {&paper1, 101, 30, 9, 0, 0, false, STOP_MAX_LAUNCHES},
    {&paper1, 104, 31, 9, 0.5, 0, false, STOP_CONVERGED},
    {&paper1, 104, 0, 9, NAN, 0, true, STOP_MAX_LAUNCHES},
    /* rule 2: at least 10 valid and the error, or more than 100 launches */
    {&paper2, 16, 10, 9, 0.05, 0, false, STOP_CONVERGED},
    {&paper2, 16, 9, 9, 0.05, 0, false, STOP_NOT},
    {&paper2, 16, 10, 9, 0.06, 0, false, STOP_NOT},
    {&paper2, 100, 90, 9, 0.06, 0, false, STOP_NOT},
    {&paper2, 101, 90, 9, 0.06, 0, false, STOP_MAX_LAUNCHES},
    {&paper2, 101, 90, 9, 0.05, 0, false, STOP_CONVERGED},
};

static void test_rule(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(instants) / sizeof(instants[0]); i++) {
        const struct instant *l = &instants[i];
        const struct pass all = {
            .launches = l->launches, .valid = l->valid, .seconds = l->seconds};
        struct summary s = {.n = (size_t)l->valid,
                            .rse = l->rse,
                            .batches = l->rounds / 2,
                            .rounds = l->rounds};
        enum stop stop = stop_rule(l->o, &all, true, l->oversubscribed, &s);

        if (stop != l->stop)
            fail_msg("row %zu: %s, not %s", i, stop_name(stop),
                     stop_name(l->stop));
    }
}

/* No limit of time goes before what is the least. */
static void test_least(void **state)
{
    const struct summary none = {.rse = NAN};
    const struct pass few = {.launches = 2, .seconds = 50};

    (void)state;
    assert_int_equal(stop_rule(&defaults, &few, false, false, &none), STOP_NOT);
    assert_int_equal(stop_rule(&defaults, &few, true, false, &none),
                     STOP_MAX_TIME);
}

UNIT_GROUP(stop)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rule),
        cmocka_unit_test(test_least),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
