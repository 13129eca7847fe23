/* test_gate_states.c: gates on a simulated machine of several states: how often
 * they answer what is true, and how often the ratio's interval holds it;
 * [FACTOR] more of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "tools/compare/gate.h"
#include "tools/compare/test/machine.h"

enum { GATES = 10 };

static const struct gate_options asked = {.limit = 0.05, .of = GATE_CASE};

static int factor = 1;

/* ---- a gate -------------------------------------------------------------- */

struct count {
    size_t gates, pass, fail;
    size_t printed, hold; /* intervals */
    double half;          /* of these, sum */
};

/* The rows' answers are the gate's, as long as runs are whole. */
static void count_gate(struct count *n, const struct compared *c, double slower)
{
    const struct comparisons *rows =
        compared_levelled(c) ? &c->levelled : &c->all;
    size_t says[3] = {0};

    for (size_t i = 0; i < rows->n; i++) {
        const struct judgement *j = &rows->v[i].judgement;
        struct gate_row row = gate_row_of(c, &rows->v[i], &asked);

        says[row.says]++;
        free(row.cause);
        if (isnan(j->lo))
            continue;
        n->printed++;
        n->hold += j->lo <= slower && slower <= j->hi;
        n->half += log(j->hi / j->lo) / 2;
    }
    n->gates++;
    n->fail += says[GATE_FAIL] > 0;
    n->pass += says[GATE_PASS] == rows->n;
}

static void gate_once(struct count *n, const struct cell *cell, double slower,
                      gsl_rng *rng)
{
    static const long command[] = {1, 2};
    const struct compare_options o = {
        .judge = {.alpha = 0.05, .same = 0.03, .correction = corrections[0]},
        .power = 0.8,
        .change = asked.limit,
    };
    struct machine machine;
    struct runs runs = {0};
    struct compared c;
    char *cause;

    machine_init(&machine, cell, true, rng);
    for (size_t i = 0; i < 2 * cell->runs; i++) {
        long side = i % 2 == 0 ? 1 + (long)gsl_rng_uniform_int(rng, 2)
                               : 3 - runs.v[runs.n - 1].command;

        machine_run(
            &runs, &machine,
            &(struct side_run){side, i / 2 + 1, side == 2 ? slower : 1});
    }
    assert_int_equal(compared_commands(&c, &runs, command, &o, NULL, &cause),
                     0);
    count_gate(n, &c, slower);
    compared_free(&c);
    runs_free(&runs);
}

/* ---- how often ----------------------------------------------------------- */

/* With what chance may add to so many trials. */
static double chance(double p, size_t n)
{
    return 3.3 * sqrt(p * (1 - p) / (double)n);
}

static double share(size_t n, size_t of)
{
    return of > 0 ? (double)n / (double)of : NAN;
}

static void check(const struct cell *cell, double slower)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct count n = {0};

    for (int i = 0; i < GATES * factor; i++)
        gate_once(&n, cell, slower, rng);
    gsl_rng_free(rng);
    printf("# | %zu | %g s | %zu | %s | %.3f | %.3f | %.3f | %.3f | %.1f %% "
           "|\n",
           cell->states, cell->dwell, cell->runs,
           slower > 1 ? "10 % slower" : "equal", share(n.fail, n.gates),
           share(n.pass, n.gates), 1 - share(n.fail + n.pass, n.gates),
           share(n.hold, n.printed), 100 * n.half / (double)n.printed);
    assert_true(share(slower > 1 ? n.pass : n.fail, n.gates) <=
                0.05 + chance(0.05, n.gates));
    assert_true(n.printed == 0 ||
                share(n.hold, n.printed) >= 0.92 - chance(0.92, n.gates));
}

static void test_gates(void **state)
{
    static const struct cell cells[] = {
        {1, 0, 40, 0},   {2, 0.3, 40, 0}, {2, 3, 40, 0},  {2, 3, 120, 0},
        {3, 0.3, 40, 0}, {3, 3, 40, 0},   {3, 3, 120, 0},
    };

    (void)state;
    puts("# | states | dwell | runs a side | B is | FAIL | PASS | CANNOT TELL "
         "| ratio holds | half width |");
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++) {
        check(&cells[i], 1);
        check(&cells[i], 1.1);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gates)};

    factor = argc > 1 ? atoi(argv[1]) : 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
