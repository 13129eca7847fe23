/* test_states_coverage.c: tables of machines whose states are known: how often
 * the states are found, and how often what is printed of a state holds the
 * truth; [FACTOR] more tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_randist.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "lib/xmalloc.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/runs_add.h"

enum { TABLES = 25, VISITS = 20, VISIT_ROUNDS = 8, ALGOS = 2 };

/* Seconds of a round, and from the end of a run to the first visit of the next.
 */
static const double round_time = 5e-3, pause_time = 0.4;

/* What a stay adds to all logarithms, and to each algorithm's; what a run and
 * each round add; how readings scatter. */
static const double of_stay = 0.05, of_each = 0.03, of_run = 0.02,
                    of_round = 0.02, of_reading = 0.05;

/* The states' latencies, and the algorithms' times in them. */
static const double level[] = {60e-9, 120e-9, 240e-9};
static const double us[][ALGOS] = {{20, 10}, {22, 20}, {24, 40}};

static int factor = 1;

/* A machine of so many states, the outer ones where there are two. */
struct cell {
    size_t states;
    double dwell; /* seconds in a state, on average */
    size_t runs;
    double odd; /* share of the stretches whose readings are 1.2 to 6 times as
                   long, for something came between */
};

/* The least share of the printed intervals that has to hold, but for what
 * chance may add. */
static const double promise = 0.92;

/* ---- the machine --------------------------------------------------------- */

struct machine {
    const struct cell *cell;
    gsl_rng *rng;
    double now, until;               /* when the state changes */
    size_t state, stays[STATES_MAX]; /* stays that a round was in */
    bool seen;                       /* this one was */
    double stay[ALGOS], run[ALGOS];  /* what they add */
};

/* Where there are two states they are the first and the last. */
static size_t truth_of(const struct cell *c, size_t state)
{
    return c->states == 2 && state == 1 ? 2 : state;
}

static void change(struct machine *m)
{
    double common = gsl_ran_gaussian(m->rng, of_stay);
    size_t n = m->cell->states;

    if (n > 1)
        m->state = (m->state + 1 + gsl_rng_uniform_int(m->rng, n - 1)) % n;
    m->until += n > 1 ? gsl_ran_exponential(m->rng, m->cell->dwell) : INFINITY;
    m->seen = false;
    for (size_t i = 0; i < ALGOS && n > 1; i++)
        m->stay[i] = common + gsl_ran_gaussian(m->rng, of_each);
}

static void pass(struct machine *m, double seconds)
{
    m->now += seconds;
    while (m->now > m->until)
        change(m);
}

/* Stretches of both algorithms, as records have them. */
struct stays {
    json_t *at, *rounds, *oneway, *time[ALGOS];
    size_t n;          /* rounds of the one that goes on */
    double sum[ALGOS]; /* of logarithms */
};

static void stretch_end(struct stays *s, const struct machine *m, size_t state)
{
    double latency = level[truth_of(m->cell, state)] *
                     exp(gsl_ran_gaussian(m->rng, of_reading));

    if (s->n == 0)
        return;
    if (gsl_rng_uniform(m->rng) < m->cell->odd)
        latency *= exp(gsl_ran_flat(m->rng, log(1.2), log(6)));
    json_array_append_new(s->at, json_real(m->now));
    json_array_append_new(s->rounds, json_integer((json_int_t)s->n));
    json_array_append_new(s->oneway, json_real(latency));
    for (size_t i = 0; i < ALGOS; i++) {
        json_array_append_new(s->time[i],
                              json_real(exp(s->sum[i] / (double)s->n)));
        s->sum[i] = 0;
    }
    s->n = 0;
}

/* A round in which the state changes is of no stretch. */
static void visit(struct machine *m, struct stays *s)
{
    for (size_t k = 0; k < VISIT_ROUNDS; k++) {
        double end = m->now + round_time;
        size_t state = m->state;

        if (end > m->until) {
            stretch_end(s, m, state);
            pass(m, round_time);
            continue;
        }
        m->stays[state] += !m->seen;
        m->seen = true;
        for (size_t i = 0; i < ALGOS; i++)
            s->sum[i] += log(1e-6 * us[truth_of(m->cell, state)][i]) +
                         m->stay[i] + m->run[i] +
                         gsl_ran_gaussian(m->rng, of_round);
        s->n++;
        pass(m, round_time);
    }
    stretch_end(s, m, m->state);
}

/* ---- its records --------------------------------------------------------- */

static void add(struct runs *runs, json_t *record)
{
    char *cause = runs_add_record(runs, record);

    assert_null(cause);
    json_decref(record);
}

static void add_case(struct runs *runs, size_t algo, const struct stays *s)
{
    static const char *const names[] = {"native", "mine"};
    double x = 0, n = 0;
    json_t *rounds;
    size_t i;

    json_array_foreach(s->rounds, i, rounds)
    {
        double w = json_number_value(rounds);

        x += w * log(json_number_value(json_array_get(s->time[algo], i)));
        n += w;
    }
    add(runs,
        json_pack(
            "{s:s, s:s, s:s, s:i, s:i, s:f, s:{s:O, s:O, s:O, s:O}, "
            "s:o}",
            "type", "case", "op", "bcast", "algo", names[algo], "procs", 2,
            "bytes", 8, "estimate", exp(x / n), "stays", "at", s->at, "rounds",
            s->rounds, "estimate", s->time[algo], "oneway", s->oneway, "vs",
            algo > 0 ? json_pack("{s:s}", "algo", names[0]) : json_null()));
}

static void add_run(struct runs *runs, struct machine *m)
{
    struct stays s = {.at = json_array(),
                      .rounds = json_array(),
                      .oneway = json_array(),
                      .time = {json_array(), json_array()}};

    pass(m, pause_time);
    for (size_t i = 0; i < ALGOS; i++)
        m->run[i] = gsl_ran_gaussian(m->rng, of_run);
    for (size_t i = 0; i < VISITS; i++)
        visit(m, &s);
    add(runs, json_pack("{s:s, s:{s:{s:f, s:s, s:s}}}", "type", "run", "watch",
                        "oneway", "factor", 1.5, "low", "near", "high", "far"));
    for (size_t i = 0; i < ALGOS; i++) {
        add_case(runs, i, &s);
        json_decref(s.time[i]);
    }
    json_decref(s.at);
    json_decref(s.rounds);
    json_decref(s.oneway);
}

/* ---- what the table says ------------------------------------------------- */

struct count {
    size_t tables, fit, found, wrong; /* fit: all states have 6 stays */
    size_t lines, printed, time, ratio;
    double half; /* of ratios, sum */
};

static bool holds(const struct merged_figure *f, double truth)
{
    return f->lo <= truth && truth <= f->hi;
}

static void count_line(struct count *n, const struct merged_row *row,
                       const double *truth)
{
    n->lines++;
    if (row == NULL || isnan(row->time.lo) || isnan(row->ratio.lo))
        return;
    n->printed++;
    n->time += holds(&row->time, 1e-6 * truth[1]);
    n->ratio += holds(&row->ratio, truth[1] / truth[0]);
    n->half += log(row->ratio.hi / row->ratio.lo) / 2;
}

static void count_table(struct count *n, const struct cell *c, gsl_rng *rng)
{
    struct machine machine = {.cell = c, .rng = rng};
    struct runs runs = {0};
    struct merged m;
    bool fit = true;
    char *cause;

    change(&machine);
    for (size_t i = 0; i < c->runs; i++)
        add_run(&runs, &machine);
    merged_make_states(&m, &runs, NULL, NULL, &cause);
    for (size_t k = 0; k < c->states; k++)
        fit &= machine.stays[k] >= 6;
    n->tables++;
    n->fit += fit || c->states == 1;
    if (m.states == NULL ? c->states == 1 : m.states->of.found.n == c->states)
        n->found += fit || c->states == 1;
    for (size_t k = 0; k < merged_lines(&m); k++)
        if (m.states->of.found.n == c->states)
            count_line(n, merged_line(&m, &m.v[1], k)->row,
                       us[truth_of(c, m.states->of.matter[k])]);
    if (c->states == 1)
        count_line(n, &m.v[1], us[0]);
    merged_free(&m);
    runs_free(&runs);
}

static double share(size_t n, size_t of)
{
    return of > 0 ? (double)n / (double)of : NAN;
}

static void check(const struct cell *c)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct count n = {0};
    double chance;

    for (int i = 0; i < TABLES * factor; i++)
        count_table(&n, c, rng);
    gsl_rng_free(rng);
    printf("# | %zu%s | %g s | %zu | %.3f | %.3f | %.3f | %.1f %% | %.2f |\n",
           c->states, c->odd > 0 ? ", odd readings" : "", c->dwell, c->runs,
           share(n.found, n.fit), share(n.time, n.printed),
           share(n.ratio, n.printed), 100 * n.half / (double)n.printed,
           1 - share(n.printed, n.lines));
    assert_true(n.fit == 0 ||
                share(n.found, n.fit) >= (c->states == 1 ? 0.98 : 0.95));
    if (n.printed == 0)
        return;
    chance = 3 * sqrt(promise * (1 - promise) / (double)n.printed);
    if (share(n.time, n.printed) < promise - chance ||
        share(n.ratio, n.printed) < promise - chance)
        fail_msg("time %.3f, ratio %.3f; promised %.3f",
                 share(n.time, n.printed), share(n.ratio, n.printed), promise);
}

static void test_states(void **state)
{
    static const struct cell cells[] = {
        {1, 0, 20, 0},    {1, 0, 20, 0.01}, {2, 0.05, 20, 0},
        {2, 0.3, 20, 0},  {2, 3, 20, 0},    {2, 3, 60, 0},
        {3, 0.05, 20, 0}, {3, 0.3, 20, 0},  {3, 3, 60, 0},
    };

    (void)state;
    puts("# | states | dwell | runs | found | time holds | ratio holds | half "
         "width | none |");
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
        check(&cells[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_states)};

    factor = argc > 1 ? atoi(argv[1]) : 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
