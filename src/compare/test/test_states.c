/* test_states.c: simulates how often the intervals of a machine's two states
 * hold. With an argument N, makes 3 N times as many trials and prints it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "compare/test/share.h"

static size_t times;

enum {
    COVERAGE_MODEL = 3000,
    STATE_TRIALS = 70,
    STATE_RUNS = 24,
    STATE_PASSES = 8
};

/* Adds a run whose passes are in the states that the gauge shows. Runs differ
 * by 5 %; the state changes during one pass in ten. */
static void run_of_states(struct runs *r, size_t run, const double *us,
                          gsl_rng *rng)
{
    struct pass_made pass[STATE_PASSES];
    double common = gsl_ran_gaussian(rng, 0.05);

    for (size_t i = 0; i < STATE_PASSES; i++) {
        int state = gsl_rng_uniform(rng) < 0.3, end = state;

        if (gsl_rng_uniform(rng) < 0.1)
            end = !state;
        pass[i] = (struct pass_made){
            .us = sqrt(us[state] * us[end]) *
                  exp(common + gsl_ran_gaussian(rng, 0.02)),
            .oneway = {(state ? 240 : 66) * exp(gsl_ran_gaussian(rng, 0.05)),
                       (end ? 240 : 66) * exp(gsl_ran_gaussian(rng, 0.05))},
        };
    }
    add_run(r, (double)run, 0, 0);
    add_passes(r, "native", 8, pass, STATE_PASSES);
    add_end(r, "complete");
}

UNIT_TEST(test_states)
{
    static const double us[STATES] = {0.2, 0.5};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct share held[STATES] = {{0}};

    for (size_t i = 0; i < times * STATE_TRIALS; i++) {
        struct runs r = {0};
        struct table t;

        for (size_t run = 0; run < STATE_RUNS; run++)
            run_of_states(&r, run, us, rng);
        make_table(&t, &r, NULL);
        assert_int_equal(t.states.n, STATES);
        for (int k = 0; k < STATES; k++) {
            const struct row *row = row_of(&t, "native", 8, 1, k);

            count(&held[k],
                  row->time.lo <= 1e-6 * us[k] && 1e-6 * us[k] <= row->time.hi);
        }
        table_free_rows(&t);
        runs_free(&r);
    }
    for (int k = 0; k < STATES; k++) {
        /* as for white noise: 99.3 % for 20 runs, 99.4 % for 36 */
        assert_share(&held[k], 99.3, COVERAGE_MODEL, k == 0 ? "near" : "far");
    }
    gsl_rng_free(rng);
}

UNIT_GROUP(states)
{
    times = unit_argument() > 0 ? 3 * (size_t)unit_argument() : 1;
    return UNIT_RUN(NULL, NULL);
}
