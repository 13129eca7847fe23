/* test_variance.c: components that are known, and what they advise. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "lib/xmalloc.h"
#include "tools/compare/variance.h"

/* Standard deviations, and times of a run. */
struct truth {
    double sitting, run, within;
    double seconds, measured;
};

enum { SITTINGS = 400, RUNS = 20, ROUNDS = 25 };

/* Sittings of unlike sizes. */
static void made_of(struct variance *v, const struct truth *t, size_t sittings)
{
    struct variance_run *run = xcalloc(sittings * RUNS, sizeof(*run));
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t n = 0;

    for (size_t k = 0; k < sittings; k++) {
        double level = gsl_ran_gaussian(rng, t->sitting);

        for (size_t i = 0; i < RUNS / 2 + k % (RUNS / 2); i++)
            run[n++] = (struct variance_run){
                .value = 1 + level + gsl_ran_gaussian(rng, t->run) +
                         gsl_ran_gaussian(rng, t->within),
                .within = t->within,
                .rounds = ROUNDS,
                .sitting = k,
                .seconds = t->seconds,
                .measured = t->measured,
            };
    }
    variance_of(v, run, n);
    gsl_rng_free(rng);
    free(run);
}

static void assert_near(double x, double truth)
{
    if (fabs(x / truth - 1) > 0.1)
        fail_msg("%g, not %g", x, truth);
}

static void test_components(void **state)
{
    static const struct truth truths[] = {
        {0.05, 0.03, 0.02, 1, 0.5},
        {0.01, 0.05, 0.01, 1, 0.5},
        {0.10, 0.02, 0.04, 1, 0.5},
    };
    struct variance v;

    (void)state;
    for (size_t i = 0; i < sizeof(truths) / sizeof(truths[0]); i++) {
        made_of(&v, &truths[i], SITTINGS);
        assert_near(v.sd[LEVEL_SITTINGS], truths[i].sitting);
        assert_near(v.sd[LEVEL_RUNS], truths[i].run);
        assert_near(v.sd[LEVEL_ROUNDS], truths[i].within * sqrt(ROUNDS));
        assert_true(isnan(v.sd[LEVEL_PASSES]));
    }
}

/* Runs that start in 0.4 s and measure for as long, of one sitting: how much
 * longer they should be is the ratio of the two deviations. */
static void test_advice(void **state)
{
    static const struct {
        double run, within, seconds, measured;
        enum advice advice;
    } cases[] = {
        {0.02, 0.02, 0.8, 0.4, ADVICE_RUNS},
        {0.02, 0.08, 0.8, 0.4, ADVICE_LONGER_RUNS},
        {0.08, 0.02, 0.8, 0.4, ADVICE_SHORTER_RUNS},
        /* a start of 30 s: it takes 75 times the square of that */
        {0.08, 0.02, 30.4, 0.4, ADVICE_LONGER_RUNS},
        {0.08, 0.02, 6.8, 0.4, ADVICE_RUNS},
        /* nothing is known of times */
        {0.02, 0.08, NAN, 0.4, ADVICE_RUNS},
    };
    struct variance v;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct truth t = {0, cases[i].run, cases[i].within, cases[i].seconds,
                          cases[i].measured};
        struct variance_run *run = xcalloc(2000, sizeof(*run));
        gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

        for (size_t k = 0; k < 2000; k++)
            run[k] = (struct variance_run){
                gsl_ran_gaussian(rng, hypot(t.run, t.within)),
                t.within, ROUNDS, 1, 0,
                t.seconds,
                t.measured};
        variance_of(&v, run, 2000);
        assert_true(isnan(v.sd[LEVEL_SITTINGS]));
        assert_int_equal(v.advice, cases[i].advice);
        gsl_rng_free(rng);
        free(run);
    }
    made_of(&v, &(struct truth){0.05, 0.03, 0.02, 1, 0.5}, SITTINGS);
    assert_int_equal(v.advice, ADVICE_MORE_TIME);
}

/* With several passes, what a run says of itself is of these. */
static void test_passes(void **state)
{
    struct variance_run run[2] = {{0, 0.1, 100, 16, 0, 1, 0.5},
                                  {0.01, 0.1, 100, 16, 0, 1, 0.5}};
    struct variance v;

    (void)state;
    variance_of(&v, run, 2);
    assert_true(fabs(v.sd[LEVEL_PASSES] - 0.4) < 1e-12);
    assert_true(isnan(v.sd[LEVEL_ROUNDS]));
    assert_true(v.sd[LEVEL_RUNS] == 0);
    assert_string_equal(advice_text(v.advice), "more passes a run");
}

/* What one run, or one of each sitting, cannot tell. */
static void test_too_few(void **state)
{
    struct variance_run run[3] = {{0, 0.1, 4, 1, 0, 1, 0.5},
                                  {1, 0.1, 4, 0, 1, 1, 0.5},
                                  {2, NAN, 0, 0, 2, 1, 0.5}};
    struct variance v;

    (void)state;
    variance_of(&v, run, 0);
    assert_int_equal(v.advice, ADVICE_NONE);
    for (size_t n = 1; n <= 3; n++) {
        variance_of(&v, run, n);
        assert_true(isnan(v.sd[LEVEL_SITTINGS]));
        assert_true(isnan(v.sd[LEVEL_RUNS]));
        assert_true(fabs(v.sd[LEVEL_ROUNDS] - 0.2) < 1e-12);
        assert_int_equal(v.advice, ADVICE_NONE);
        assert_null(advice_text(v.advice));
    }
    /* two runs alike: they add nothing to their rounds */
    run[1] = run[0];
    variance_of(&v, run, 2);
    assert_true(v.sd[LEVEL_RUNS] == 0);
    assert_int_equal(v.advice, ADVICE_LONGER_RUNS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_components),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_too_few),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
