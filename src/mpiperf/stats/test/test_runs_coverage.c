/* test_runs_coverage.c: how often the interval of a typical run holds the
 * truth, and how often equal rivals are called different; [FACTOR] more trials.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpiperf/stats/flips.h"
#include "mpiperf/stats/test/simulate.h"
#include "mpiperf/stats/typical.h"

enum { NSIZES = 4, RUNS_MOST = 80 };

static const size_t sizes[NSIZES] = {6, 10, 20, RUNS_MOST};

/* Logarithms of runs: around 0, one in twenty of them another way. */
static double log_usual(double z, double spread)
{
    return spread * z;
}

static double log_odd(double z, double spread)
{
    return log(time_odd(z, spread));
}

static double log_double(double z, double spread)
{
    return log(time_double(z, spread));
}

/* The least share of the printed intervals that has to hold, by number of runs.
 * Of runs that depend on each other, and of states as long as a few runs, it
 * is a little below what was found: no promise, but a worse rule is noticed. */
static const struct setting {
    struct population p;
    double promise[NSIZES];
    double dwell; /* seconds in a state on average; 0: there is one */
} rows[] = {
    {{"3 %", log_usual, 0.03, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"10 %", log_usual, 0.10, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"3 %, odd x1.35", log_odd, 0.03, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"10 %, odd x1.35", log_odd, 0.10, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"3 %, odd x2", log_double, 0.03, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"10 %, odd x2", log_double, 0.10, 0, 0}, {.94, .94, .94, .94}, 0},
    {{"AR(1) 0.3", log_usual, 0.03, 0.3, 0}, {.88, .90, .94, .94}, 0},
    {{"AR(1) 0.6", log_usual, 0.03, 0.6, 0}, {.76, .80, .91, .94}, 0},
    {{"AR(1) 0.9", log_usual, 0.03, 0.9, 0}, {.45, .46, .70, .92}, 0},
    {{"states x3, 0.05 s", log_usual, 0.03, 0, 0}, {.93, .94, .94, .94}, 0.05},
    {{"states x3, 0.3 s", log_usual, 0.03, 0, 0}, {.93, .93, .94, .94}, 0.3},
    {{"states x3, 3 s", log_usual, 0.03, 0, 0}, {.53, .63, .87, .94}, 3},
};

enum { NROWS = sizeof(rows) / sizeof(rows[0]) };

/* A machine whose two states differ by a factor; runs of so many visits, spread
 * over `run_seconds`, one every `start_seconds`. */
enum { VISITS = 20 };
static const double run_seconds = 1, start_seconds = 1.4;
static const double states_log = 1.0986; /* 3 times */

struct states {
    double left; /* seconds of this stay */
    bool slow;
};

static bool states_pass(struct states *s, double seconds, double dwell,
                        gsl_rng *rng)
{
    for (s->left -= seconds; s->left < 0; s->slow = !s->slow)
        s->left += gsl_ran_exponential(rng, dwell);
    return s->slow;
}

/* The mean of the logarithms of a run's visits. */
static double states_run(struct states *s, double dwell, gsl_rng *rng)
{
    double sum = 0;

    for (int i = 0; i < VISITS; i++)
        sum += states_pass(s, run_seconds / VISITS, dwell, rng) * states_log;
    states_pass(s, start_seconds - run_seconds, dwell, rng);
    return sum / VISITS;
}

static void runs_draw(double *x, size_t n, const struct setting *row,
                      gsl_rng *rng)
{
    struct population_state p = {0};
    struct states s = {.slow = gsl_rng_uniform(rng) < 0.5};

    for (size_t i = 0; i < n; i++) {
        x[i] = population_draw(&row->p, &p, rng);
        if (row->dwell > 0)
            x[i] += states_run(&s, row->dwell, rng);
    }
}

/* Both states are as frequent and as far from their middle: so are runs. */
static double truth_of(const struct setting *row)
{
    return row->dwell > 0 ? states_log / 2 : population_mean(&row->p, 0.2);
}

static void cover(size_t row, size_t size, int reps, gsl_rng *rng)
{
    double truth = truth_of(&rows[row]), width = 0, share, chance;
    double promise = rows[row].promise[size];
    double x[RUNS_MOST];
    int printed = 0, hits = 0;

    for (int rep = 0; rep < reps; rep++) {
        struct typical t;
        double half;

        runs_draw(x, sizes[size], &rows[row], rng);
        typical_of(&t, x, sizes[size]);
        half = typical_half(&t, 0.95);
        if (isnan(half))
            continue;
        printed++;
        hits += fabs(t.estimate - truth) <= half;
        width += half;
    }
    share = (double)hits / printed;
    chance = 3.3 * sqrt(promise * (1 - promise) / printed);
    printf("# | %-17s | %2zu | %.3f | %5.2f %% | %4.1f %% |\n",
           rows[row].p.name, sizes[size], share, 100 * width / printed,
           100.0 * (reps - printed) / reps);
    if (share < promise - chance)
        fail_msg("coverage %.3f, promised %.3f", share, promise);
    if (rows[row].p.rho == 0 && rows[row].dwell == 0 && size > 0)
        assert_true(reps - printed < 0.17 * reps && share < 0.98 + chance / 2);
}

static void test_coverage(void **state)
{
    const int reps = 600 * *(int *)*state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# | runs scatter | runs | holds | half width | none |");
    for (size_t row = 0; row < NROWS; row++)
        for (size_t size = 0; size < NSIZES; size++)
            cover(row, size, reps, rng);
    gsl_rng_free(rng);
}

/* Eight sizes of two equal rivals: how often is any of them called different?
 */
static void test_false_alarms(void **state)
{
    const int reps = 40 * *(int *)*state;
    enum { SIZES = 8, RUNS = 12 };
    double d[RUNS], score[SIZES][RUNS], p[SIZES];
    const double *row[SIZES];
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    int alarms = 0;

    for (int rep = 0; rep < reps; rep++) {
        double least = 1;

        for (size_t i = 0; i < SIZES; i++) {
            runs_draw(d, RUNS, &rows[0], rng);
            flips_signed_ranks(score[i], d, RUNS);
            row[i] = score[i];
        }
        flips_p(p, row, SIZES, RUNS);
        for (size_t i = 0; i < SIZES; i++)
            least = fmin(least, p[i]);
        alarms += least <= 0.05;
    }
    gsl_rng_free(rng);
    printf("# equal rivals, 8 sizes, 12 runs: %.3f called different\n",
           (double)alarms / reps);
    assert_true(alarms <= reps * 0.05 + 3.3 * sqrt(reps * 0.05 * 0.95));
}

int main(int argc, char **argv)
{
    int factor = argc > 1 ? atoi(argv[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_coverage, &factor),
        cmocka_unit_test_prestate(test_false_alarms, &factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
