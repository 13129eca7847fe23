/* test_late.c: bias, on a simulated machine, because launches that follow slow
 * ones start late and are discarded. Argument FACTOR multiplies the number of
 * launches. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_rng.h>
#include "lib/test/unit.h"
#include "measure/test/machine.h"
#include "stats/test/simulate.h"

/* Returns how many times the usual number of samples to take. */
static int factor(void)
{
    return unit_argument() > 0 ? unit_argument() : 1;
}

/* Seconds: for a usual launch, for the start message, and between turns. */
static const double usual = 10e-6, message = 2e-6, between = 20e-6;

/* Launches of a case. */
enum { LAUNCHES = 4000 };

/* A machine on which launches take usual * population. With dwell > 0 it
 * alternates between two states, which last `dwell` launches on average; in one
 * of them launches take `slow` times as long. In a fraction `lost` of the
 * launches, a rank loses its core while it waits for the start, and others wait
 * for this rank. */
struct machine {
    struct sim sim; /* must be first */
    const struct population *p;
    double dwell, slow, lost;
    struct population_state state;
    bool is_slow;
    gsl_rng *rng;
};

static double launch_time(struct sim *s)
{
    struct machine *m = (struct machine *)s;
    double t = usual * population_draw(m->p, &m->state, m->rng);

    if (m->dwell > 0 && gsl_rng_uniform(m->rng) < 1 / m->dwell)
        m->is_slow = !m->is_slow;
    return m->is_slow ? m->slow * t : t;
}

static double lag(struct sim *s)
{
    struct machine *m = (struct machine *)s;

    return m->lost > 0 && gsl_rng_uniform(m->rng) < m->lost ? 3 * usual : 0;
}

static double tenth_slow(double z, double spread)
{
    return time_two_modes(z, spread, 0.1, 1.6);
}

static double half_slow(double z, double spread)
{
    return time_two_modes(z, spread, 0.5, 3);
}

/* In one of a hundred launches, the core is interrupted for a while. */
static double interrupted(double z, double spread)
{
    return time_two_modes(z, spread, 0.01, 5);
}

static double rare(double z, double spread)
{
    return time_two_modes(z, spread, 0.005, 300);
}

static const struct population steady = {"", time_normal, 0.05, 0, 0};

/* The population of launches, and the limits expected: bias of mean and
 * estimate in percent; slot as a multiple of the mean. */
static const struct setting {
    struct population p;
    double dwell, bias, estimate, slot, lost;
} rows[] = {
    {{"independent", time_normal, 0.1, 0, 0}, 0, .1, .1, 1.5, 0},
    {{"AR(1) 0.6", time_normal, 0.1, 0.6, 0}, 0, .1, .1, 1.5, 0},
    {{"AR(1) 0.9", time_normal, 0.1, 0.9, 0}, 0, .1, .1, 1.5, 0},
    {{"0, 1 % slow x5", interrupted, 0.02, 0, 0}, 0, .1, .1, 1.5, 0},
    {{"0.6, 10 % slow x1.6", tenth_slow, 0.05, 0.6, 0}, 0, .1, .1, 2, 0},
    {{"0.6, 30 % slow x1.6", time_modes, 0.05, 0.6, 0}, 0, .1, .1, 2, 0},
    {{"0.9, 30 % slow x1.6", time_modes, 0.05, 0.9, 0}, 0, .1, .1, 2, 0},
    {{"0.9, 5 % slow x3", time_tail, 0.05, 0.9, 0}, 0, .2, .2, 4, 0},
    {{"0.9, 0.5 % slow x300", rare, 0.05, 0.9, 0}, 0, .2, 1.3, 4, 0},
    {{"0.9, log-normal 0.5", time_lognormal, 0.5, 0.9, 0}, 0, 1.3, .6, 4, 0},
    {{"states x3, 100 launches", half_slow, 0.05, 0, 0}, 100, .5, .3, 2.5, 0},
    {{"states x3, 5000 launches", half_slow, 0.05, 0, 0}, 5000, .3, .3, 2.5, 0},
    {{"2 % lost as they wait", time_normal, 0.1, 0, 0}, 0, .1, .1, 2, .02},
};

/* Results under one method, averaged over several cases. */
struct outcome {
    double mean, estimate, late, slot, rate;
};

static void outcome_add(struct outcome *out, const struct result *r, int cases)
{
    struct summary s;

    summarize(&s, &r->time.times,
              &(struct stats_options){.trim = .25, .confidence = .95});
    out->mean += s.mean / cases;
    out->estimate += log(time_of_rounds(&r->time.times, 1, 0, 0)) / cases;
    out->late += (double)r->all.late / (double)r->all.launches / cases;
    out->slot += r->window / cases;
    out->rate += (double)r->time.times.n / r->all.seconds / cases;
}

/* Measures the cases. All methods get the same launches. */
static struct outcome cases_measure(const struct setting *row, int cases,
                                    const struct method *method, bool paper)
{
    struct machine m = {.sim = {.message = message,
                                .between = between,
                                .draw = launch_time,
                                .lag = lag,
                                .roundtime = method == &method_roundtime},
                        .p = row->dwell > 0 ? &steady : &row->p,
                        .dwell = row->dwell,
                        .slow = 3,
                        .lost = row->lost,
                        .rng = gsl_rng_alloc(gsl_rng_mt19937)};
    struct measuring o = sim_options();
    struct outcome out = {0};

    o.methods = &method;
    o.max_rse = 0;
    o.min_valid = o.max_valid = o.max_launches = LAUNCHES;
    o.max_time = INFINITY;
    o.paper = o.window.paper = paper;
    for (int i = 0; i < cases; i++) {
        struct case_sim s;

        outcome_add(&out, case_run(&s, &m.sim, &o, 1), cases);
        case_state_close(&s.t);
    }
    gsl_rng_free(m.rng);
    return out;
}

/* Returns by how many percent a exceeds b. */
static double above(double a, double b)
{
    return 100 * (a / b - 1);
}

/* `roundtime` loses no launch: its results are the true values. */
UNIT_TEST(test_bias)
{
    const int cases = 2 * factor();

    puts("# | launches | late | bias of mean | of estimate | slot | "
         "valid/s | roundtime | paper: late | bias |");
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const struct setting *row = &rows[i];
        struct outcome truth =
            cases_measure(row, cases, &method_roundtime, false);
        struct outcome ours = cases_measure(row, cases, &method_window, false);
        struct outcome papers = cases_measure(row, cases, &method_window, true);
        double bias = above(ours.mean, truth.mean),
               estimate = 100 * (ours.estimate - truth.estimate);

        printf("# | %-24s | %4.1f %% | %5.2f %% | %5.2f %% | %4.1f us | %5.0f "
               "| %5.0f | %4.1f %% | %5.2f %% |\n",
               row->p.name, 100 * ours.late, bias, estimate, 1e6 * ours.slot,
               ours.rate, truth.rate, 100 * papers.late,
               above(papers.mean, truth.mean));
        assert_true(truth.late == 0 || row->lost > 0);
        assert_true(fabs(bias) < row->bias);
        assert_true(fabs(estimate) < row->estimate);
        assert_true(ours.slot < row->slot * truth.mean);
    }
}
