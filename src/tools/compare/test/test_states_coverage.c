/* test_states_coverage.c: tables of machines whose states are known: how often
 * the states are found, and how often what is printed of a state holds the
 * truth; [FACTOR] more tables. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "tools/compare/merge_states.h"
#include "tools/compare/test/machine.h"

enum { TABLES = 25 };

static int factor = 1;

/* The least share of the printed intervals that has to hold, but for what
 * chance may add. */
static const double promise = 0.92;

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
    struct machine machine;
    struct runs runs = {0};
    struct merged m;
    bool fit = true;
    char *cause;

    machine_init(&machine, c, false, rng);
    for (size_t i = 0; i < c->runs; i++)
        machine_run(&runs, &machine, NULL);
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
                       machine_us[machine_state(c, m.states->of.matter[k])]);
    if (c->states == 1)
        count_line(n, &m.v[1], machine_us[0]);
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
