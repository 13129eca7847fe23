/* test_passes_coverage.c: how often intervals over passes hold the truth;
 * [FACTOR] more trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "lib/test/unit.h"
#include "measure/passes.h"
#include "stats/test/simulate.h"

/* Launches of a round have 30 % of their variance in common. */
static const struct population launches = {"", time_lognormal, 0.1, 0, 0.3};

static const struct stats_options options = {.trim = 0.25, .confidence = 0.95};

/* What the passes of a row gave. */
struct passed {
    double mean[PASSES_MOST], median[PASSES_MOST];
    size_t n;
};

/* A pass in which all launches have an effect in common. */
static void pass_add(struct passed *p, double effect, size_t rounds,
                     gsl_rng *rng)
{
    struct population_state state = {0};
    double level = exp(gsl_ran_gaussian(rng, effect));
    struct series s = {0};
    struct summary summary;

    for (size_t i = 0; i < rounds * SIM_ROUND; i++)
        series_add(&s, level * population_draw(&launches, &state, rng),
                   i / SIM_ROUND);
    summarize(&summary, &s, &options);
    p->mean[p->n] = summary.mean;
    p->median[p->n++] = summary.median;
    series_free(&s);
}

/* Intervals that hold the truth, of so many trials. */
struct tally {
    int mean, median, reps;
    double passes;
};

static int holds(double lo, double hi, double truth)
{
    return lo <= truth && truth <= hi;
}

static void tally_add(struct tally *t, const struct passed *p, double effect)
{
    double truth = exp(effect * effect / 2) * population_mean(&launches, 0.25);
    struct summary s;

    summarize_passes(&s, p->mean, p->median, p->n, &options);
    t->mean += holds(s.ci_lo, s.ci_hi, truth);
    t->median += holds(s.median_lo, s.median_hi, 1);
    t->passes += (double)p->n;
    t->reps++;
}

static void tally_check(const struct tally *t, const char *name)
{
    const int hits[] = {t->mean, t->median};
    /* Chance leaves it one time in a thousand. */
    double n = t->reps, chance = 3.3 * sqrt(0.05 * 0.95 / n);

    printf("# | %s | %.1f | %.3f | %.3f |\n", name, t->passes / n, t->mean / n,
           t->median / n);
    for (size_t i = 0; i < sizeof(hits) / sizeof(hits[0]); i++)
        if (hits[i] / n < 0.92 - chance || hits[i] / n > 0.98 + chance)
            fail_msg("%s: figure %zu: %.3f", name, i, hits[i] / n);
}

/* So many passes, or, as the program does, until their standard error is at
 * most 1 % or there are no more. */
static void trials(double effect, size_t passes, int reps, gsl_rng *rng)
{
    struct tally t = {0};
    char name[64];

    for (int rep = 0; rep < reps; rep++) {
        struct passed p = {0};
        bool enough = false;

        while (!enough) {
            struct summary s;

            pass_add(&p, effect, PASS_ROUNDS, rng);
            summarize_passes(&s, p.mean, p.median, p.n, &options);
            enough = p.n == (passes > 0 ? passes : PASSES_MOST) ||
                     (passes == 0 && p.n >= PASSES_SURE && s.rse <= 0.01);
        }
        tally_add(&t, &p, effect);
    }
    snprintf(name, sizeof(name), "%.0f %%%s", 100 * effect,
             passes > 0 ? "" : ", stopped");
    tally_check(&t, name);
}

static void test_coverage(void **state)
{
    static const double effects[] = {0.01, 0.03, 0.08};
    static const size_t passes[] = {3, 6, 20, 0};
    const int reps = 40 * *(int *)*state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# | effect of a pass | passes | mean | median |");
    for (size_t k = 0; k < 4; k++)
        for (size_t e = passes[k] > 0; e < 3; e++)
            trials(effects[e], passes[k], reps, rng);
    gsl_rng_free(rng);
}

UNIT_GROUP(passes_coverage)
{
    int factor = unit_argument() > 0 ? unit_argument() : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_coverage, &factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
