/* test_rule.c: simulates how often the interval and the gate are right. With an
 * argument N, makes 3 N times as many trials and prints the results. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "compare/test/records.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "compare/gate.h"

static size_t times;
static bool told;

/* Number of positive trials, and of all trials. */
struct share {
    size_t n, all;
};

static void count(struct share *s, bool is)
{
    s->n += is;
    s->all++;
}

static double percent(const struct share *s)
{
    return 100 * (double)s->n / (double)s->all;
}

/* Checks that the share equals the share that a reference model gave in
 * `trials` trials, within 1.5 points and 3.5 standard errors of the difference.
 */
static void assert_share(const struct share *s, double expected, size_t trials,
                         const char *what)
{
    double p = fmin(fmax(expected / 100, 0.01), 0.99);
    double error =
        sqrt(p * (1 - p) * (1 / (double)s->all + 1 / (double)trials));

    if (!(fabs(percent(s) - expected) <= 1.5 + 350 * error))
        fail_msg("%s: %.1f %% where %.1f %% are expected", what, percent(s),
                 expected);
    if (told)
        printf("# %-40s %.1f %%\n", what, percent(s));
}

enum { MOST = 60, COVERAGE_TRIALS = 1000, COVERAGE_MODEL = 3000 };

static void autoregressive(double *x, size_t n, gsl_rng *rng, double a)
{
    double v = gsl_ran_ugaussian(rng) / sqrt(1 - a * a);

    for (size_t i = 0; i < n; i++)
        x[i] = v = a * v + gsl_ran_ugaussian(rng);
}

/* Like `autoregressive`, but one run in 20 is far slower. */
static void odd(double *x, size_t n, gsl_rng *rng, double a)
{
    autoregressive(x, n, rng, a);
    for (size_t i = 0; i < n; i++)
        x[i] += gsl_rng_uniform(rng) < 0.05 ? 10 : 0;
}

/* Noise with correlations on all time scales. */
static void flicker(double *x, size_t n, gsl_rng *rng, double share)
{
    for (size_t i = 0; i < n; i++)
        x[i] = gsl_ran_gaussian(rng, 0.7);
    for (double tau = 2; tau < 500; tau *= 3) {
        double a = exp(-1 / tau), v = gsl_ran_ugaussian(rng);

        for (size_t i = 0; i < n; i++) {
            x[i] += share * v;
            v = a * v + sqrt(1 - a * a) * gsl_ran_ugaussian(rng);
        }
    }
}

static const size_t lengths[] = {4, 6, 8, 12, 20, 36, 60};

static const struct {
    const char *name;
    void (*draw)(double *x, size_t n, gsl_rng *rng, double a);
    double a;
    double expected[LENGTH(lengths)];
} noises[] = {
    {"white", autoregressive, 0, {97.3, 99.5, 99.9, 99.6, 99.3, 99.4, 99.6}},
    {"AR .3", autoregressive, 0.3, {92.8, 98.3, 98.3, 99.1, 98.9, 99.6, 99.4}},
    {"AR .6", autoregressive, 0.6, {83.3, 92.1, 94.4, 96.4, 98.1, 98.9, 99.1}},
    {"odd", odd, 0, {98.1, 99.3, 99.7, 99.8, 99.8, 99.3, 98.2}},
    {"flicker", flicker, 0.5, {74.7, 81.9, 78.8, 78.2, 76.6, 79.6, 79.6}},
};

/* The spread of values in order of time, without pauses. */
static void spread_of(struct spread_of_parts *s, const double *x, size_t n)
{
    struct parts parts;

    parts_cut(&parts, x, n, INFINITY);
    parts_spread(s, x, &parts);
    parts_free(&parts);
}

UNIT_TEST(test_coverage)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct spread_of_parts s;
    double x[MOST];

    for (size_t k = 0; k < LENGTH(noises); k++)
        for (size_t l = 0; l < LENGTH(lengths); l++) {
            struct share held = {0};
            char what[64];

            for (size_t i = 0; i < times * COVERAGE_TRIALS; i++) {
                noises[k].draw(x, lengths[l], rng, noises[k].a);
                spread_of(&s, x, lengths[l]);
                count(&held, fabs(s.mean) <= interval_half(&s, 0, 0));
            }
            snprintf(what, sizeof(what), "%s, %zu runs", noises[k].name,
                     lengths[l]);
            assert_share(&held, noises[k].expected[l], COVERAGE_MODEL, what);
        }
    gsl_rng_free(rng);
}

enum { LOOKS_END = 90, ROWS_MOST = 28, GATE_TRIALS = 250, GATE_MODEL = 1500 };

static void look(struct figure *vs, const double *x, size_t n)
{
    *vs = (struct figure){0};
    spread_of(&vs->spread, x, n);
    vs->half = interval_half_of_mean(&vs->spread, 0);
}

static void draw(double *x, size_t n, double slower, double sd, gsl_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        x[i] = -slower + gsl_ran_gaussian(rng, sd);
}

/* Simulates a gate: rows of blocks with standard deviation sd, the first slower
 * by the logarithm `slower`. A suspect alone is measured again, in as many
 * blocks. */
static enum verdict gate_once(size_t rows, double slower, double sd,
                              gsl_rng *rng)
{
    static double x[ROWS_MOST][LOOKS_END];
    size_t before = 0;

    for (size_t n = gate_next_look(0); n <= LOOKS_END;
         before = n, n = gate_next_look(n)) {
        bool pass = true;

        for (size_t k = 0; k < rows; k++)
            draw(x[k] + before, n - before, k == 0 ? slower : 0, sd, rng);
        for (size_t k = 0; k < rows; k++) {
            double again[LOOKS_END];
            struct figure vs;
            enum verdict v;

            look(&vs, x[k], n);
            v = gate_verdict(&vs, 1.05, true);
            pass &= v == GATE_PASS;
            if (v != GATE_SUSPECT)
                continue;
            draw(again, n, k == 0 ? slower : 0, sd, rng);
            look(&vs, again, n);
            if (gate_verdict(&vs, 1.05, true) == GATE_SUSPECT)
                return GATE_FAIL;
        }
        if (pass)
            return GATE_PASS;
    }
    return GATE_CANNOT_TELL;
}

/* Verdicts of the reference model, in percent. */
static const struct {
    double sd;
    size_t rows;
    double slower; /* factor of the first row */
    double pass, fail;
} gates[] = {
    {0.03, 1, 1, 100, 0},  {0.03, 1, 1.03, 100, 0},  {0.03, 1, 1.1, 0, 100},
    {0.03, 4, 1, 100, 0},  {0.03, 4, 1.03, 100, 0},  {0.03, 4, 1.1, 0, 100},
    {0.03, 28, 1, 100, 0}, {0.03, 28, 1.03, 100, 0}, {0.03, 28, 1.1, 0, 100},
    {0.05, 1, 1, 100, 0},  {0.05, 1, 1.03, 91, 1},   {0.05, 1, 1.1, 0, 100},
    {0.05, 4, 1, 100, 0},  {0.05, 4, 1.03, 89, 1},   {0.05, 4, 1.1, 0, 100},
    {0.05, 28, 1, 100, 0}, {0.05, 28, 1.03, 88, 1},  {0.05, 28, 1.1, 0, 100},
    {0.1, 1, 1, 98, 0},    {0.1, 1, 1.03, 51, 5},    {0.1, 1, 1.1, 0, 100},
    {0.1, 4, 1, 86, 0},    {0.1, 4, 1.03, 35, 5},    {0.1, 4, 1.1, 0, 100},
    {0.1, 28, 1, 25, 1},   {0.1, 28, 1.03, 8, 6},    {0.1, 28, 1.1, 0, 100},
};

UNIT_TEST(test_gate)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    for (size_t k = 0; k < LENGTH(gates); k++) {
        struct share pass = {0}, fail = {0};
        char what[96];

        for (size_t i = 0; i < times * GATE_TRIALS; i++) {
            enum verdict v = gate_once(gates[k].rows, log(gates[k].slower),
                                       gates[k].sd, rng);

            count(&pass, v == GATE_PASS);
            count(&fail, v == GATE_FAIL);
        }
        snprintf(what, sizeof(what), "sd %2.0f %%, %2zu rows, one %4.2f times",
                 100 * gates[k].sd, gates[k].rows, gates[k].slower);
        assert_share(&pass, gates[k].pass, GATE_MODEL, what);
        assert_share(&fail, gates[k].fail, GATE_MODEL, "  FAIL");
    }
    gsl_rng_free(rng);
}

enum { STATE_TRIALS = 70, STATE_RUNS = 24, STATE_PASSES = 8 };

/* Adds a run whose passes are in states shown by the gauge; runs differ by 5 %,
 * and one pass in ten changes its state. */
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
        /* as for white noise: 99.3 % of 20 runs, 99.4 % of 36 */
        assert_share(&held[k], 99.3, COVERAGE_MODEL, k == 0 ? "near" : "far");
    }
    gsl_rng_free(rng);
}

UNIT_GROUP(rule)
{
    told = unit_argument() > 0;
    times = told ? 3 * (size_t)unit_argument() : 1;
    return UNIT_RUN(NULL, NULL);
}
