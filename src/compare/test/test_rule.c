/* test_rule.c: the interval on 40 tables that were measured; how often it and
 * the gate are right, simulated. An argument N makes N times the trials and
 * prints what they gave. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include "lib/test/unit.h"
#include "compare/test/records.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <stdlib.h>
#include <string.h>
#include "compare/gate.h"
#include "lib/xmalloc.h"

static size_t times = 1;
static bool told;

/* ---- tables that were measured ------------------------------------------- */

enum { TABLES = 10, SIZES = 16, ALGOS = 3, RUNS = 64 };

/* One set of one MPI. */
struct measured {
    double x[TABLES][SIZES][ALGOS][RUNS]; /* logarithms; NAN: none */
    size_t runs[TABLES];
    long bytes[SIZES];
    size_t sizes;
};

/* The first is the baseline. */
static const struct set {
    const char *name, *algo[ALGOS];
} sets[] = {
    {"rivals", {"native", "shmbcast", "shmbcast-auto"}},
    {"equal", {"zero", "again", "5pc"}},
};

static size_t size_at(struct measured *m, long bytes)
{
    size_t i = 0;

    while (i < m->sizes && m->bytes[i] != bytes)
        i++;
    assert_true(i < SIZES);
    m->bytes[i] = bytes;
    m->sizes += i == m->sizes;
    return i;
}

static struct measured *read_measured(const struct set *set, const char *mpi)
{
    struct measured *m = xcalloc(1, sizeof(*m));
    const char *top = getenv("top_srcdir");
    char *command = xasprintf("xz -dc '%s/src/compare/test/tables.csv.xz'",
                              top != NULL ? top : "."),
         line[128], name[16], of[16], algo[32];
    double *x = &m->x[0][0][0][0], seconds;
    FILE *f = popen(command, "r");
    size_t table, run, a;
    long bytes;

    for (size_t i = 0; i < sizeof(m->x) / sizeof(*x); i++)
        x[i] = NAN;
    assert_non_null(f);
    while (fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "%15[^,],%15[^,],%zu,%zu,%ld,%31[^,],all,%lf", name,
                   of, &table, &run, &bytes, algo, &seconds) != 7 ||
            strcmp(name, set->name) != 0 || strcmp(of, mpi) != 0)
            continue;
        for (a = 0; a < ALGOS && strcmp(set->algo[a], algo) != 0;)
            a++;
        assert_true(a < ALGOS && table >= 1 && table <= TABLES && run >= 1 &&
                    run <= RUNS);
        m->x[table - 1][size_at(m, bytes)][a][run - 1] = log(seconds);
        m->runs[table - 1] = fmax((double)run, (double)m->runs[table - 1]);
    }
    if (pclose(f) != 0)
        fail_msg("no tables: %s (set top_srcdir)", command);
    free(command);
    return m;
}

/* What the tables say of a ratio. */
struct said {
    double mean[TABLES], half[TABLES];
};

/* Of one algorithm in one table: a column. */
static void column_said(const struct measured *m, size_t table, size_t algo,
                        struct said *said)
{
    struct spread_of_parts s[SIZES];
    const struct spread_of_parts *column[SIZES];
    double x[RUNS], sd;
    struct parts parts;

    for (size_t i = 0; i < RUNS; i++)
        x[i] = NAN;
    parts_cut(&parts, x, m->runs[table], SITTING);
    for (size_t k = 0; k < m->sizes; k++) {
        for (size_t i = 0; i < RUNS; i++)
            x[i] = m->x[table][k][algo][i] - m->x[table][k][0][i];
        parts_spread(&s[k], x, &parts);
        column[k] = &s[k];
    }
    sd = column_sd(column, m->sizes);
    for (size_t k = 0; k < m->sizes; k++) {
        said[k].mean[table] = s[k].mean;
        said[k].half[table] = interval_half(&s[k], sd, 0);
    }
    parts_free(&parts);
}

/* Counts of what is so, and of all. */
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

struct agreement {
    struct share apart, held;
    double half[2 * SIZES * TABLES];
    size_t n;
};

static void add_said(struct agreement *a, const struct said *s)
{
    double sum = 0;

    for (size_t i = 0; i < TABLES; i++)
        sum += s->mean[i];
    for (size_t i = 0; i < TABLES; i++) {
        double others = (sum - s->mean[i]) / (TABLES - 1);

        count(&a->held, fabs(s->mean[i] - others) <= s->half[i]);
        a->half[a->n++] = s->half[i];
        for (size_t k = 0; k < i; k++)
            count(&a->apart,
                  fabs(s->mean[i] - s->mean[k]) > s->half[i] + s->half[k]);
    }
}

static void put_called(FILE *f, const struct measured *m,
                       struct said said[ALGOS][SIZES])
{
    struct share different = {0}, found = {0};

    for (size_t k = 0; k < m->sizes; k++)
        for (size_t i = 0; i < TABLES; i++) {
            count(&different, fabs(said[1][k].mean[i]) > said[1][k].half[i]);
            count(&found, said[2][k].mean[i] > said[2][k].half[i]);
        }
    fprintf(f, "; equal called different %zu of %zu; 5 %% found %zu of %zu",
            different.n, different.all, found.n, found.all);
}

/* A line as the model of the rule prints it; malloced. */
static char *agreement_text(const struct set *set, const char *mpi)
{
    struct measured *m = read_measured(set, mpi);
    struct said said[ALGOS][SIZES];
    struct agreement a = {.n = 0};
    bool equal = strcmp(set->name, "equal") == 0;
    size_t length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    assert_non_null(f);
    for (size_t algo = 1; algo < ALGOS; algo++) {
        for (size_t table = 0; table < TABLES; table++)
            column_said(m, table, algo, said[algo]);
        for (size_t k = 0; k < m->sizes && (!equal || algo == 1); k++)
            add_said(&a, &said[algo][k]);
    }
    gsl_sort(a.half, 1, a.n);
    fprintf(f,
            "%-6s %-7s: pairs apart %.1f %%, hold the others' mean %.0f %%, "
            "half width %.1f %% (median), %.1f %% (9 of 10)",
            set->name, mpi, percent(&a.apart), percent(&a.held),
            50 * (a.half[a.n / 2] + a.half[(a.n - 1) / 2]),
            100 * a.half[(size_t)(0.9 * (double)a.n)]);
    if (equal)
        put_called(f, m, said);
    assert_int_equal(fclose(f), 0);
    free(m);
    return text;
}

static void test_tables(void **state)
{
    static const char *const expected[] = {
        "rivals openmpi: pairs apart 0.0 %, hold the others' mean 92 %, half "
        "width 5.4 % (median), 9.5 % (9 of 10)",
        "rivals mpich  : pairs apart 1.4 %, hold the others' mean 91 %, half "
        "width 4.7 % (median), 8.7 % (9 of 10)",
        "equal  openmpi: pairs apart 0.0 %, hold the others' mean 100 %, half "
        "width 0.6 % (median), 1.1 % (9 of 10); equal called different 0 of "
        "40; 5 % found 40 of 40",
        "equal  mpich  : pairs apart 0.0 %, hold the others' mean 100 %, half "
        "width 0.5 % (median), 1.0 % (9 of 10); equal called different 0 of "
        "40; 5 % found 40 of 40",
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(expected); i++) {
        char *text =
            agreement_text(&sets[i / 2], i % 2 == 0 ? "openmpi" : "mpich");

        assert_string_equal(text, expected[i]);
        free(text);
    }
}

/* ---- limits -------------------------------------------------------------- */

/* Shares of `trials` lie within 1.5 points of what the model gave in as many of
 * its own, but for luck: 3.5 standard errors of the difference. */
static void assert_share(const struct share *s, double expected, size_t trials,
                         const char *what)
{
    double p = fmin(fmax(expected / 100, 0.01), 0.99);
    double error =
        sqrt(p * (1 - p) * (1 / (double)s->all + 1 / (double)trials));

    if (!(fabs(percent(s) - expected) <= 1.5 + 350 * error))
        fail_msg("%s: %.1f %% where %.1f %% are expected", what, percent(s),
                 expected);
}

/* ---- coverage ------------------------------------------------------------ */

enum { MOST = 60, COVERAGE_TRIALS = 3000, COVERAGE_MODEL = 3000 };

static void autoregressive(double *x, size_t n, gsl_rng *rng, double a)
{
    double v = gsl_ran_ugaussian(rng) / sqrt(1 - a * a);

    for (size_t i = 0; i < n; i++)
        x[i] = v = a * v + gsl_ran_ugaussian(rng);
}

static void white(double *x, size_t n, gsl_rng *rng)
{
    autoregressive(x, n, rng, 0);
}

static void third(double *x, size_t n, gsl_rng *rng)
{
    autoregressive(x, n, rng, 0.3);
}

static void two_thirds(double *x, size_t n, gsl_rng *rng)
{
    autoregressive(x, n, rng, 0.6);
}

/* One run in 20 is far slower. */
static void odd(double *x, size_t n, gsl_rng *rng)
{
    white(x, n, rng);
    for (size_t i = 0; i < n; i++)
        x[i] += gsl_rng_uniform(rng) < 0.05 ? 10 : 0;
}

/* Over all scales. */
static void flicker(double *x, size_t n, gsl_rng *rng)
{
    for (size_t i = 0; i < n; i++)
        x[i] = gsl_ran_gaussian(rng, 0.7);
    for (double tau = 2; tau < 500; tau *= 3) {
        double a = exp(-1 / tau), v = gsl_ran_ugaussian(rng);

        for (size_t i = 0; i < n; i++) {
            x[i] += 0.5 * v;
            v = a * v + sqrt(1 - a * a) * gsl_ran_ugaussian(rng);
        }
    }
}

static const size_t lengths[] = {4, 6, 8, 12, 20, 36, 60};

static const struct {
    const char *name;
    void (*draw)(double *x, size_t n, gsl_rng *rng);
    double expected[LENGTH(lengths)];
} noises[] = {
    {"white", white, {97.3, 99.5, 99.9, 99.6, 99.3, 99.4, 99.6}},
    {"AR .3", third, {92.8, 98.3, 98.3, 99.1, 98.9, 99.6, 99.4}},
    {"AR .6", two_thirds, {83.3, 92.1, 94.4, 96.4, 98.1, 98.9, 99.1}},
    {"odd", odd, {98.1, 99.3, 99.7, 99.8, 99.8, 99.3, 98.2}},
    {"flicker", flicker, {74.7, 81.9, 78.8, 78.2, 76.6, 79.6, 79.6}},
};

/* The spread of values in the order of time, without pauses between them. */
static void spread_of(struct spread_of_parts *s, const double *x, size_t n)
{
    struct parts parts;

    parts_cut(&parts, x, n, INFINITY);
    parts_spread(s, x, &parts);
    parts_free(&parts);
}

static void test_coverage(void **state)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct spread_of_parts s;
    double x[MOST];

    (void)state;
    for (size_t k = 0; k < LENGTH(noises); k++)
        for (size_t l = 0; l < LENGTH(lengths); l++) {
            struct share held = {0};
            char what[64];

            for (size_t i = 0; i < times * COVERAGE_TRIALS; i++) {
                noises[k].draw(x, lengths[l], rng);
                spread_of(&s, x, lengths[l]);
                count(&held, fabs(s.mean) <= interval_half(&s, 0, 0));
            }
            snprintf(what, sizeof(what), "%s, %zu runs", noises[k].name,
                     lengths[l]);
            if (told)
                printf("# %-17s: %.1f %%\n", what, percent(&held));
            assert_share(&held, noises[k].expected[l], COVERAGE_MODEL, what);
        }
    gsl_rng_free(rng);
}

/* ---- the gate ------------------------------------------------------------ */

enum { LOOKS_END = 90, ROWS_MOST = 28, GATE_TRIALS = 800, GATE_MODEL = 1500 };

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

/* Rows of blocks that scatter by sd; the first is slower by that logarithm. A
 * suspect is measured again, alone, in as many blocks. */
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

/* What the model gave, in percent. */
static const struct {
    double sd;
    size_t rows;
    double slower; /* the first row, a factor */
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

static void test_gate(void **state)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    (void)state;
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
        if (told)
            printf("# %s: PASS %.1f %%, FAIL %.1f %%\n", what, percent(&pass),
                   percent(&fail));
        assert_share(&pass, gates[k].pass, GATE_MODEL, what);
        assert_share(&fail, gates[k].fail, GATE_MODEL, what);
    }
    gsl_rng_free(rng);
}

/* ---- states -------------------------------------------------------------- */

enum { STATE_TRIALS = 200, STATE_RUNS = 24, STATE_PASSES = 8 };

/* Passes whose state the gauge shows, in runs that scatter by 5 %; one in ten
 * passes changes within. */
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

static void test_states(void **state)
{
    static const double us[STATES] = {0.2, 0.5};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct share held[STATES] = {{0}};

    (void)state;
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
        if (told)
            printf("# %s: %.1f %%\n", k == 0 ? "near" : "far",
                   percent(&held[k]));
        /* white noise: 99.3 % of 20 runs, 99.4 % of 36 */
        assert_share(&held[k], 99.3, COVERAGE_MODEL, "a state");
    }
    gsl_rng_free(rng);
}

UNIT_GROUP(rule)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_gate),
        cmocka_unit_test(test_states),
    };

    if (unit_argument() > 0) {
        times = unit_argument();
        told = times > 0;
        times = told ? times : 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
