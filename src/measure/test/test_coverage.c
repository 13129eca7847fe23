/* test_coverage.c: how often confidence intervals over launches and over passes
 * contain the true value. Argument FACTOR multiplies the number of trials. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include "lib/test/unit.h"
#include "measure/test/machine.h"
#include "stats/test/simulate.h"

/* Returns how many times the usual number of samples to take. */
static int factor(void)
{
    return unit_argument() > 0 ? unit_argument() : 1;
}

enum { NSIZES = 3 };

/* Returns half the width of a band around a share. The share of `reps` trials
 * is outside of this band by chance once in a thousand times. */
static double chance(double share, int reps)
{
    return 3.3 * sqrt(share * (1 - share) / reps);
}

static void assert_share(int hits, int reps, double at_least)
{
    double share = (double)hits / reps;

    at_least = at_least > 0 ? at_least : 0.95;
    if (share < at_least - chance(at_least, reps))
        fail_msg("coverage %.3f, promised %.3f", share, at_least);
}

static int holds(double lo, double hi, double truth)
{
    return lo <= truth && truth <= hi;
}

/* Expected coverage, by sample size: how often a 95 % interval of the mean
 * contains it; how often one of the median is not wrong (0: in 95 %). */
struct promise {
    struct population p;
    double mean[NSIZES], median[NSIZES];
};

static const size_t sizes[NSIZES] = {30, 104, 500};

static const struct promise promises[] = {
    {{"normal", time_normal, 0.1, 0, 0}, {0}, {0}},
    {{"log-normal", time_lognormal, 0.5, 0, 0}, {0}, {0}},
    {{"5 % slow x3", time_tail, 0.05, 0, 0}, {0}, {0}},
    {{"30 % slow x1.6", time_modes, 0.05, 0, 0}, {.77, .81, .94}, {0}},
    {{"50 % slow x1.6", time_halves, 0.05, 0, 0}, {0}, {0}},
    {{"AR(1) 0.3", time_normal, 0.1, 0.3, 0}, {0}, {.94}},
    {{"AR(1) 0.6", time_normal, 0.1, 0.6, 0}, {.94}, {.94}},
    {{"AR(1) 0.9", time_normal, 0.1, 0.9, 0}, {.88, .91, .93}, {.88, .9, .92}},
    {{"rounds 0.3", time_normal, 0.1, 0, 0.3}, {.92}, {.92}},
};

enum { NPOPULATIONS = LENGTH(promises) };

static const struct stats_options ours = {.trim = 0.25, .confidence = 0.95};
static const struct stats_options papers = {
    .trim = 0.25, .confidence = 0.95, .paper = 1};

/* Results of the trials with one population and size. */
struct tally {
    int mean, paper, median, unknown; /* unknown: no interval of the median */
    double width, paper_width;        /* sums of half widths */
};

static void tally_add(struct tally *t, const struct series *s, double mean,
                      double median)
{
    struct summary a, b;

    summarize(&a, s, &ours);
    summarize(&b, s, &papers);
    t->mean += holds(a.ci_lo, a.ci_hi, mean);
    t->paper += holds(b.ci_lo, b.ci_hi, mean);
    t->median += holds(a.median_lo, a.median_hi, median);
    t->unknown += isnan(a.median_lo);
    t->width += a.error;
    t->paper_width += b.error;
}

static void fixed_size(const struct promise *row, int i, int reps, gsl_rng *rng)
{
    double mean = population_mean(&row->p, 0.25);
    double median = population_mean(&row->p, 0.49999);
    struct tally t = {0};

    for (int rep = 0; rep < reps; rep++) {
        struct series s = {0};

        population_series(&row->p, &s, sizes[i], rng);
        tally_add(&t, &s, mean, median);
        series_free(&s);
    }
    printf("# %-15s %4zu   %.3f +-%.4f   %.3f +-%.4f   %.3f %5.1f %%\n",
           row->p.name, sizes[i], (double)t.mean / reps, t.width / reps,
           (double)t.paper / reps, t.paper_width / reps,
           (double)(t.median + t.unknown) / reps, 100.0 * t.unknown / reps);
    assert_share(t.mean, reps, row->mean[i]);
    assert_share(t.median + t.unknown, reps, row->median[i]);
    assert_true(t.unknown <= reps / 10 || row->p.rho + row->p.shared > 0);
    assert_true(t.paper < 0.85 * reps);
}

UNIT_TEST(test_fixed_sizes)
{
    const int reps = 400 * factor();
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts(
        "# 95 % intervals that hold the truth (half width)\n"
        "# population        n   mean            paper's         median  none");
    for (int k = 0; k < NPOPULATIONS; k++)
        for (int i = 0; i < NSIZES; i++)
            fixed_size(&promises[k], i, reps, rng);
    gsl_rng_free(rng);
}

/* Adds rounds to a case until the default rule stops it, as in the program. */
static void run_until_stopped(struct summary *out, const struct population *p,
                              gsl_rng *rng)
{
    const struct measuring o = {.max_rse = 0.01,
                                .min_valid = 30,
                                .max_launches = 5000,
                                .max_time = INFINITY};
    struct pass so_far = {0};
    struct population_state st = {0};
    struct series s = {0};

    do {
        for (int i = 0; i < SIM_ROUND; i++)
            series_add(&s, population_draw(p, &st, rng), s.n / SIM_ROUND);
        so_far.valid = so_far.launches = (long)s.n;
        summarize(out, &s, &ours);
    } while (stop_rule(&o, &so_far, true, false, out) == STOP_NOT);
    series_free(&s);
}

UNIT_TEST(test_under_the_stop_rule)
{
    const int reps = 200 * factor();
    static const struct {
        struct population p;
        double promise;
    } rows[] = {
        {{"normal 5 %", time_normal, 0.05, 0, 0}, 0.94},
        {{"normal 10 %", time_normal, 0.1, 0, 0}, 0.94},
        {{"5 % slow x3", time_tail, 0.1, 0, 0}, 0.94},
        {{"AR(1) 0.3", time_normal, 0.05, 0.3, 0}, 0.90},
        {{"AR(1) 0.6", time_normal, 0.05, 0.6, 0}, 0.92},
        {{"AR(1) 0.9", time_normal, 0.05, 0.9, 0}, 0.88},
        {{"rounds 0.3", time_normal, 0.05, 0, 0.3}, 0.87},
    };
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# stopped at a relative standard error of 1 %\n"
         "# population       mean    launches");
    for (size_t k = 0; k < LENGTH(rows); k++) {
        double truth = population_mean(&rows[k].p, 0.25), launches = 0;
        int hits = 0;

        for (int rep = 0; rep < reps; rep++) {
            struct summary s;

            run_until_stopped(&s, &rows[k].p, rng);
            hits += holds(s.ci_lo, s.ci_hi, truth);
            launches += (double)s.n / reps;
        }
        printf("# %-15s  %.3f   %.0f\n", rows[k].p.name, (double)hits / reps,
               launches);
        assert_share(hits, reps, rows[k].promise);
    }
    gsl_rng_free(rng);
}

/* Launches of 240 ns, in rounds, measured by a clock with steps of 10 ns. */
UNIT_TEST(test_steps_of_the_clock)
{
    const int reps = 60 * factor();
    const double a = 240.3, step = 10;
    static const double sds[] = {2, 8, 16};
    static const size_t rounds[] = {13, 250};
    const struct stats_options o = {
        .trim = 0.25, .confidence = 0.95, .step = step};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# steps of 10 ns under launches of 240 ns\n"
         "# | scatter | rounds | mean | median | estimate's bias |");
    for (int i = 0; i < 6; i++) {
        const struct population p = {"", time_normal, sds[i / 2] / a, 0, 0};
        int mean = 0, median = 0;
        double bias = 0;

        for (int rep = 0; rep < reps; rep++) {
            struct population_state sa = {0};
            struct series x = {0};
            struct summary s;

            for (size_t j = 0; j < rounds[i % 2] * SIM_ROUND; j++) {
                double t = a * population_draw(&p, &sa, rng);

                series_add(
                    &x, sim_quantized(t, step, j + (size_t)rep * 4000, 0.9, 1),
                    j / SIM_ROUND);
            }
            summarize(&s, &x, &o);
            bias += (time_of_rounds(&x, 1, 0, step) / a - 1) / reps;
            mean += holds(s.ci_lo, s.ci_hi, a);
            median += isnan(s.median_lo) || holds(s.median_lo, s.median_hi, a);
            assert_true(s.ci_hi > s.ci_lo);
            assert_true(isnan(s.median_lo) || s.median_hi > s.median_lo);
            series_free(&x);
        }
        printf("# | %2.0f ns | %3zu | %.3f | %.3f | %.2f %% |\n", sds[i / 2],
               rounds[i % 2], (double)mean / reps, (double)median / reps,
               100 * bias);
        assert_share(mean, reps, 0.94);
        assert_share(median, reps, 0.94);
        assert_true(fabs(bias) < 0.005);
    }
    gsl_rng_free(rng);
}

/* 30 % of a launch's variance is shared by all launches of its round. */
static const struct population launches = {"", time_lognormal, 0.1, 0, 0.3};

/* Draws mean and median of a pass whose launches share a random effect. */
static void pass_draw(double *mean, double *median, double effect, gsl_rng *rng)
{
    double level = exp(gsl_ran_gaussian(rng, effect));
    struct population_state state = {0};
    struct series s = {0};
    struct summary summary;

    for (size_t i = 0; i < PASS_ROUNDS * SIM_ROUND; i++)
        series_add(&s, level * population_draw(&launches, &state, rng),
                   i / SIM_ROUND);
    summarize(&summary, &s, &ours);
    *mean = summary.mean;
    *median = summary.median;
    series_free(&s);
}

/* Simulates `passes` passes; if that is 0, as many as the program makes: until
 * their standard error is at most 1 % or PASSES_MOST is reached. */
static void passes_trials(double effect, size_t passes, int reps, gsl_rng *rng)
{
    double truth = exp(effect * effect / 2) * population_mean(&launches, 0.25);
    double made = 0, band = chance(0.95, reps);
    int hits[2] = {0}; /* for mean and median */

    for (int rep = 0; rep < reps; rep++) {
        double mean[PASSES_MOST], median[PASSES_MOST];
        struct summary s;
        size_t n = 0;

        do {
            pass_draw(&mean[n], &median[n], effect, rng);
            summarize_passes(&s, mean, median, ++n, &ours);
        } while (n != (passes > 0 ? passes : PASSES_MOST) &&
                 !(passes == 0 && n >= PASSES_SURE && s.rse <= 0.01));
        hits[0] += holds(s.ci_lo, s.ci_hi, truth);
        hits[1] += holds(s.median_lo, s.median_hi, 1);
        made += (double)n / reps;
    }
    printf("# | %.0f %%%s | %.1f | %.3f | %.3f |\n", 100 * effect,
           passes > 0 ? "" : ", stopped", made, (double)hits[0] / reps,
           (double)hits[1] / reps);
    for (int i = 0; i < 2; i++) {
        assert_true((double)hits[i] / reps >= 0.92 - band);
        assert_true((double)hits[i] / reps <= 0.98 + band);
    }
}

UNIT_TEST(test_passes)
{
    static const double effects[] = {0.01, 0.03, 0.08};
    static const size_t passes[] = {3, 6, 20, 0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# | effect of a pass | passes | mean | median |");
    for (size_t k = 0; k < 4; k++)
        for (size_t e = passes[k] > 0; e < 3; e++)
            passes_trials(effects[e], passes[k], 40 * factor(), rng);
    gsl_rng_free(rng);
}
