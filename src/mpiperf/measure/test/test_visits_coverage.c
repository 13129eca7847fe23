/* test_visits_coverage.c: how often intervals over visits hold the truth;
 * [FACTOR] more trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "lib/xmalloc.h"
#include "mpiperf/measure/passes.h"
#include "stats/test/simulate.h"

/* Launches of a round have 30 % of their variance in common. */
static const struct population launches = {"", time_lognormal, 0.1, 0, 0.3};

/* Figures of one run of a case: two rivals, the second 0.8 of the first. */
struct visited {
    double log_time[2][PASSES_MOST], mean[PASSES_MOST], median[PASSES_MOST];
    size_t first[PASSES_MOST];
    struct series times; /* of the first rival, of all visits */
    size_t n, rounds;
};

static void visit_add(struct visited *v, double effect, size_t rounds,
                      gsl_rng *rng)
{
    static const double factor[2] = {1, 0.8};
    const struct stats_options o = {.trim = 0.25, .confidence = 0.95};
    double common = gsl_ran_gaussian(rng, effect);
    struct series s[2] = {{0}, {0}};
    struct summary summary;

    for (int k = 0; k < 2; k++) {
        struct population_state state = {0};
        double level = factor[k] * exp(common + gsl_ran_gaussian(rng, effect));

        for (size_t i = 0; i < rounds * SIM_ROUND; i++)
            series_add(&s[k], level * population_draw(&launches, &state, rng),
                       v->rounds + i / SIM_ROUND);
    }
    for (size_t k = 0; k < 2; k++)
        v->log_time[k][v->n] = log(time_of_rounds(s, 2, k));
    summarize(&summary, &s[0], &o);
    v->mean[v->n] = summary.mean;
    v->median[v->n] = summary.median;
    v->first[v->n] = v->rounds;
    for (size_t i = 0; i < s[0].n; i++)
        series_add(&v->times, s[0].t[i], s[0].round[i]);
    v->n++;
    v->rounds += rounds;
    series_free(&s[0]);
    series_free(&s[1]);
}

/* Intervals that hold the truth, of so many trials. */
struct tally {
    int time, mean, median, pooled, reps;
    double visits;
};

static int holds(double lo, double hi, double truth)
{
    return lo <= truth && truth <= hi;
}

/* What figures of the first rival are, where visits have no effect. */
struct truth {
    double time; /* the logarithm of a round's mean is a little below its own */
    double mean;
};

static struct truth truth_find(gsl_rng *rng)
{
    struct visited v = {0};
    struct truth truth = {.mean = population_mean(&launches, 0.25)};

    visit_add(&v, 0, 20000, rng);
    truth.time = exp(v.log_time[0][0]);
    series_free(&v.times);
    return truth;
}

static void tally_add(struct tally *t, struct visited *v, double effect,
                      const struct truth *truth)
{
    const struct stats_options o = {
        .trim = 0.25, .confidence = 0.95, .visits = {v->first, v->n}};
    double two = effect * sqrt(2), se;
    struct summary s;
    struct ratio r;

    ratio_of_visits(&r, &se, v->log_time[0], v->n, 0.95, 0);
    t->time += holds(r.lo, r.hi, truth->time);
    summarize(&s, &v->times, &o);
    if (v->n < VISITS_SURE)
        assert_true(isnan(s.median_lo));
    t->pooled += v->n < VISITS_SURE || holds(s.median_lo, s.median_hi, 1);
    summarize_visits(&s, v->mean, v->median, v->n, &o);
    t->median += holds(s.median_lo, s.median_hi, 1);
    t->mean += holds(s.ci_lo, s.ci_hi, exp(two * two / 2) * truth->mean);
    t->visits += (double)v->n;
    t->reps++;
    series_free(&v->times);
}

static void tally_check(const struct tally *t, const char *name)
{
    const int hits[] = {t->time, t->mean, t->median};
    /* Chance leaves it one time in a thousand. */
    double n = t->reps, chance = 3.3 * sqrt(0.05 * 0.95 / n);

    printf("# %-28s %5.1f   %.3f   %.3f   %.3f   %.3f\n", name, t->visits / n,
           t->time / n, t->mean / n, t->median / n, t->pooled / n);
    for (size_t i = 0; i < sizeof(hits) / sizeof(hits[0]); i++)
        if (hits[i] / n < 0.92 - chance || hits[i] / n > 0.98 + chance)
            fail_msg("%s: figure %zu: %.3f", name, i, hits[i] / n);
    /* Of all launches: for parts and spans, wide rather than narrow. */
    if (t->pooled / n < 0.92 - chance)
        fail_msg("%s: %.3f", name, t->pooled / n);
}

static void test_fixed_number(void **state)
{
    static const double effects[] = {0.03, 0.08};
    static const size_t visits[] = {3, 6, 20};
    const int reps = 80 * *(int *)*state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct truth truth = truth_find(rng);

    puts("# visits of 3 rounds; 95 % intervals that hold the truth\n"
         "# effect of a visit            visits  time    mean    "
         "median  all");
    for (size_t e = 0; e < 2; e++)
        for (size_t k = 0; k < 3; k++) {
            struct tally t = {0};
            char name[64];

            for (int rep = 0; rep < reps; rep++) {
                struct visited v = {0};

                while (v.n < visits[k])
                    visit_add(&v, effects[e] / sqrt(2), VISIT_ROUNDS, rng);
                tally_add(&t, &v, effects[e] / sqrt(2), &truth);
            }
            snprintf(name, sizeof(name), "%.0f %%", 100 * effects[e]);
            tally_check(&t, name);
        }
    gsl_rng_free(rng);
}

/* As the program does: visits until their standard error is small enough, or
 * there are no more. */
static void test_under_the_stop_rule(void **state)
{
    static const double effects[] = {0.01, 0.03, 0.08};
    const int reps = 80 * *(int *)*state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct truth truth = truth_find(rng);

    puts("# until both rivals are known to 1 %, from 6 to 20 visits");
    for (size_t e = 0; e < 3; e++) {
        struct tally t = {0};
        char name[64];

        for (int rep = 0; rep < reps; rep++) {
            struct visited v = {0};
            bool enough = false;

            while (v.n < PASSES_MOST && !enough) {
                double se[2];
                struct ratio r;

                visit_add(&v, effects[e] / sqrt(2), VISIT_ROUNDS, rng);
                for (int k = 0; k < 2; k++)
                    ratio_of_visits(&r, &se[k], v.log_time[k], v.n, 0.95, 0);
                enough = v.n >= VISITS_SURE && fmax(se[0], se[1]) <= 0.01;
            }
            tally_add(&t, &v, effects[e] / sqrt(2), &truth);
        }
        snprintf(name, sizeof(name), "%.0f %%, stopped", 100 * effects[e]);
        tally_check(&t, name);
    }
    gsl_rng_free(rng);
}

int main(int argc, char **argv)
{
    int factor = argc > 1 ? atoi(argv[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_fixed_number, &factor),
        cmocka_unit_test_prestate(test_under_the_stop_rule, &factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
