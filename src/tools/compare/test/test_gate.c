/* test_gate.c: gates that stop when they can tell, on simulated machines: how
 * often they answer what is true; [FACTOR] more of them. */
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
#include "tools/compare/gate.h"
#include "tools/compare/runs_add.h"

enum { BLOCKS_MOST = 300 };

static const double limit = 0.05;

/* Runs of both command lines scatter by `scatter`, blocks by `drift` more,
 * which is common to both; one run in `odd` takes 1.35 times as long. */
struct machine {
    double scatter, drift;
    size_t cases, odd;
    double slower; /* the second one, in every case */
    int of;        /* enum gate_of */
};

/* ---- runs ---------------------------------------------------------------- */

static void add_run(struct runs *r, const struct machine *m, size_t block,
                    long command, double drift, gsl_rng *rng)
{
    struct run run = {.command = command, .block = block, .complete = true};

    runs_add(r, &run);
    for (size_t k = 0; k < m->cases; k++) {
        json_t *which = json_pack("{s:s, s:s, s:I}", "op", "bcast", "algo",
                                  "native", "bytes", (json_int_t)k);
        double x = drift + gsl_ran_gaussian(rng, m->scatter);
        struct figures f = {.run = r->n - 1};
        char *key = xasprintf("%zu", k);

        x += command == 2 ? log(m->slower) : 0;
        if (m->odd > 0 && gsl_rng_uniform_int(rng, m->odd) == 0)
            x += log(1.35);
        f.time = f.median = exp(x);
        runs_add_figures(runs_add_case(r, key, which), &f);
        json_decref(which);
        free(key);
    }
}

static void add_block(struct runs *r, const struct machine *m, size_t block,
                      gsl_rng *rng)
{
    double drift = gsl_ran_gaussian(rng, m->drift);

    for (long command = 1; command <= 2; command++)
        add_run(r, m, block, command, drift, rng);
}

/* ---- a gate -------------------------------------------------------------- */

struct answers {
    size_t pass, fail, open;
    double blocks; /* sum */
};

static void answer(struct answers *a, const struct comparisons *c, int of)
{
    const struct comparison *v = of == GATE_GEOMEAN ? c->mean : c->v;
    size_t n = of == GATE_GEOMEAN ? c->nmeans : c->n, says[3] = {0};

    for (size_t i = 0; i < n; i++) {
        struct gate_row row = gate_row(&v[i], limit);

        says[row.says]++;
        free(row.cause);
    }
    a->fail += says[GATE_FAIL] > 0;
    a->pass += says[GATE_PASS] == n;
    a->open += says[GATE_FAIL] == 0 && says[GATE_OPEN] > 0;
}

/* As mpiperf-repeat --min-runs=auto does it. */
static void gate_once(struct answers *a, const struct machine *m, gsl_rng *rng)
{
    static const long command[] = {1, 2};
    struct compare_options o = {
        .judge = {.alpha = 0.05, .same = 0.03, .correction = corrections[0]},
        .power = 0.8,
        .change = limit,
        .plan = true,
    };
    struct runs runs = {0};
    size_t blocks = 0, look = 6, needed;
    struct comparisons c;
    bool told = false;

    while (blocks < BLOCKS_MOST && !told) {
        add_block(&runs, m, blocks++, rng);
        if (blocks < look)
            continue;
        look = blocks + blocks / 16 + 1;
        comparisons_of_commands(&c, &runs, command, &o);
        told = gate_can_tell(&c, m->of, &needed);
        comparisons_free(&c);
    }
    o.plan = false;
    comparisons_of_commands(&c, &runs, command, &o);
    answer(a, &c, m->of);
    comparisons_free(&c);
    a->blocks += (double)blocks;
    runs_free(&runs);
}

/* ---- how often ----------------------------------------------------------- */

/* What a gate promises whether it is slower or not, with some chance left for
 * the number of trials. */
static void check(const struct machine *m, const struct answers *a, double n)
{
    double chance = 3.3 * sqrt(n * 0.05 * 0.95);

    if (m->slower > 1 + limit) {
        assert_true((double)a->pass <= n * 0.05 + chance);
        assert_true((double)a->fail >= n * 0.9 - 3.3 * sqrt(n * 0.9 * 0.1));
    } else {
        assert_true((double)a->fail <= n * 0.05 + chance);
        assert_true((double)a->pass >= n * 0.85 - 3.3 * sqrt(n * 0.85 * 0.15));
    }
}

static const struct machine machines[] = {
    {0.03, 0.00, 2, 0, 1, GATE_CASE},    {0.03, 0.00, 2, 0, 1.1, GATE_CASE},
    {0.03, 0.05, 2, 20, 1, GATE_CASE},   {0.03, 0.05, 2, 20, 1.1, GATE_CASE},
    {0.06, 0.03, 2, 0, 1, GATE_CASE},    {0.06, 0.03, 2, 0, 1.1, GATE_CASE},
    {0.11, 0.03, 2, 0, 1, GATE_CASE},    {0.11, 0.03, 2, 0, 1.1, GATE_CASE},
    {0.11, 0.03, 8, 0, 1, GATE_GEOMEAN}, {0.11, 0.03, 8, 0, 1.1, GATE_GEOMEAN},
};

static void test_gates(void **state)
{
    const size_t n = 10 * (size_t) * (int *)*state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    puts("# | scatter | drift | odd | gate | B is | FAIL | PASS | CANNOT TELL "
         "| runs a side |");
    for (size_t k = 0; k < sizeof(machines) / sizeof(machines[0]); k++) {
        const struct machine *m = &machines[k];
        struct answers a = {0};

        for (size_t i = 0; i < n; i++)
            gate_once(&a, m, rng);
        printf("# | %2.0f %% | %.0f %% | %.0f %% | %zu %s | %s | %.3f | %.3f | "
               "%.3f | %.0f |\n",
               100 * m->scatter, 100 * m->drift,
               m->odd > 0 ? 100.0 / (double)m->odd : 0, m->cases,
               m->of == GATE_GEOMEAN ? "by geomean" : "cases",
               m->slower > 1 ? "10 % slower" : "equal",
               (double)a.fail / (double)n, (double)a.pass / (double)n,
               (double)a.open / (double)n, a.blocks / (double)n);
        check(m, &a, (double)n);
    }
    gsl_rng_free(rng);
}

/* ---- what a gate does not see -------------------------------------------- */

/* Equal sides of 24 blocks, of whose second one the first `missing` runs lack
 * the last case. */
static void make_sides(struct runs *runs, size_t missing)
{
    static const struct machine m = {0.01, 0, 2, 0, 1, GATE_CASE};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct runs_case *last;
    size_t kept = 0;

    *runs = (struct runs){0};
    for (size_t i = 0; i < 24; i++)
        add_block(runs, &m, i, rng);
    gsl_rng_free(rng);
    last = &runs->cases[1];
    for (size_t i = 0; i < last->n; i++)
        if (runs->v[last->v[i].run].command == 1 || missing == 0)
            last->v[kept++] = last->v[i];
        else
            missing--;
    last->n = kept;
}

/* The counts of rows by what the gate says, and why it says nothing. */
static char *says_of(size_t *says, const struct runs *runs)
{
    static const long command[] = {1, 2};
    const struct compare_options o = {
        .judge = {.alpha = 0.05, .same = 0.03, .correction = corrections[0]},
        .power = 0.8,
        .change = limit,
    };
    struct comparisons c;
    char *doubt;

    comparisons_of_commands(&c, runs, command, &o);
    for (size_t i = 0; i < c.n; i++) {
        struct gate_row row = gate_row(&c.v[i], limit);

        says[row.says]++;
        free(row.cause);
    }
    assert_null(gate_side(&c.side[0], "A"));
    doubt = gate_side(&c.side[1], "B");
    comparisons_free(&c);
    return doubt;
}

static void test_missing_figures(void **state)
{
    (void)state;
    for (size_t missing = 0; missing <= 24; missing += 4) {
        size_t says[3] = {0};
        struct runs runs;

        make_sides(&runs, missing);
        assert_null(says_of(says, &runs));
        assert_int_equal(says[GATE_PASS], missing == 0 ? 2 : 1);
        assert_int_equal(says[GATE_FAIL], 0);
        runs_free(&runs);
    }
}

static void test_lost_runs(void **state)
{
    const struct lost_run lost = {2, 24};
    size_t says[3] = {0};
    struct runs runs;
    char *doubt;

    (void)state;
    make_sides(&runs, 0);
    runs_add_lost(&runs, &lost);
    doubt = says_of(says, &runs);
    assert_string_equal(doubt, "1 of 25 runs of B failed");
    free(doubt);
    assert_int_equal(runs_blocks(&runs), 25);
    runs_free(&runs);
}

int main(int argc, char **argv)
{
    int factor = argc > 1 ? atoi(argv[1]) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing_figures),
        cmocka_unit_test(test_lost_runs),
        cmocka_unit_test_prestate(test_gates, &factor),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
