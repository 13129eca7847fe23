/* test_coverage.c: simulates how often an interval contains the figure of the
 * next table, and how often a table claims more than it knows. With an argument
 * N, makes 3 N times as many trials and prints the results. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "compare/test/share.h"
#include "print/advice.h"
#include "print/parts.h"
#include "verdict/guidelines.h"

/* RUNS: number of runs in tables that are made of records. */
enum { MOST = 100, RUNS = 12, TRIALS = 1000, MODEL = 30000 };
static size_t times;
static gsl_rng *rng;

/* ---- values of runs ------------------------------------------------------ */

static void autoregressive(double *x, size_t n, double a)
{
    double v = gsl_ran_ugaussian(rng) / sqrt(1 - a * a);

    for (size_t i = 0; i < n; i++)
        x[i] = v = a * v + gsl_ran_ugaussian(rng);
}

/* Makes a fraction of the runs far slower. */
static void outlying(double *x, size_t n, double share)
{
    autoregressive(x, n, 0);
    for (size_t i = 0; i < n; i++)
        x[i] += gsl_rng_uniform(rng) < share ? 10 : 0;
}

/* Noise with correlations on all time scales. */
static void flicker(double *x, size_t n, double share)
{
    for (size_t i = 0; i < n; i++)
        x[i] = gsl_ran_gaussian(rng, 0.7);
    for (double tau = 2; tau < 500; tau *= 3) {
        double a = exp(-1 / tau), v = gsl_ran_ugaussian(rng);

        for (size_t i = 0; i < n; i++) {
            x[i] += share * v;
            v = a * v + sqrt(1 - a * a) * gsl_ran_ugaussian(rng);
        }
    }
}

/* ---- intervals ----------------------------------------------------------- */

/* Computes the spread of the values in the parts in which a row was seen. */
static void spread_in(struct spread_of_parts *s, const double *x, size_t n,
                      const bool *seen)
{
    static const double no_pause[MOST];
    double seen_x[MOST];
    struct parts parts;

    parts_cut(&parts, no_pause, n, INFINITY);
    for (size_t i = 0; i < n; i++)
        seen_x[i] = seen == NULL || seen[parts.of[i]] ? x[i] : NAN;
    parts_spread(s, seen_x, &parts);
    parts_free(&parts);
}

static void hold(struct share *truth, struct share *next,
                 const struct spread_of_parts *s,
                 const struct spread_of_parts *other, double sd)
{
    double half = interval_half(s, sd, 0);

    count(truth, fabs(s->mean) <= half);
    count(next, fabs(s->mean - other->mean) <= half);
}

static const size_t lengths[] = {4, 6, 8, 12, 20, 36, 60, 100};

/* Percentages of intervals that should contain the true and the next mean. */
static const struct {
    const char *name;
    void (*draw)(double *x, size_t n, double a);
    double a, truth[LENGTH(lengths)], next[LENGTH(lengths)];
} noises[] = {
    {"white",
     autoregressive,
     0,
     {97.3, 99.6, 99.7, 99.5, 99.6, 99.5, 99.6, 99.6},
     {93.3, 98.2, 98.5, 98, 98.2, 98.1, 98.3, 98}},
    {"AR .3",
     autoregressive,
     0.3,
     {93.5, 98.2, 98.7, 99, 99.2, 99.4, 99.4, 99.5},
     {86.4, 94.3, 95.5, 96.4, 97.3, 97.8, 97.8, 98.2}},
    {"AR .6",
     autoregressive,
     0.6,
     {83.6, 92.5, 94.5, 96.2, 98.1, 99, 99.3, 99.5},
     {72, 82.7, 86.1, 89.8, 93.9, 96.4, 97.3, 97.7}},
    {"5 % outliers",
     outlying,
     0.05,
     {97.7, 99.7, 99.8, 99.7, 99.7, 99.2, 98.4, 97.1},
     {84.1, 90, 91.1, 95.9, 96.8, 97.1, 97.3, 97.4}},
    {"8 % outliers",
     outlying,
     0.08,
     {98, 99.7, 99.8, 99.7, 99.5, 98.4, 96.4, 92.2},
     {81, 87.2, 88.9, 94.5, 95.6, 96.2, 96.5, 96.7}},
    {"10 % outliers",
     outlying,
     0.1,
     {98.1, 99.8, 99.8, 99.7, 99.4, 97.8, 94.3, 87.5},
     {79.4, 85.9, 88.3, 93.4, 94.7, 95.5, 95.9, 96.1}},
    {"12 % outliers",
     outlying,
     0.12,
     {98.3, 99.7, 99.8, 99.7, 99.2, 97.2, 92.3, 81.9},
     {78.7, 85.7, 88.2, 92.7, 93.9, 94.8, 95.1, 95.7}},
    {"15 % outliers",
     outlying,
     0.15,
     {98.4, 99.8, 99.9, 99.6, 98.9, 96, 88.7, 73.2},
     {77.6, 85.5, 88.3, 91.5, 92.6, 93.5, 94.4, 94.8}},
    {"20 % outliers",
     outlying,
     0.2,
     {98.6, 99.8, 99.9, 99.1, 97.7, 93.6, 84.6, 68.2},
     {78.8, 86.8, 90.6, 90.2, 90.7, 91.4, 92.6, 93.2}},
    {"flicker",
     flicker,
     0.5,
     {74.9, 80.6, 79.5, 76.9, 77.3, 78.6, 80.6, 83.1},
     {60.2, 66.4, 66.2, 62.9, 62.8, 64.4, 66.4, 69.7}},
};

UNIT_TEST(test_coverage)
{
    double x[MOST];

    for (size_t k = 0; k < LENGTH(noises); k++)
        for (size_t l = 0; l < LENGTH(lengths); l++) {
            struct spread_of_parts s, other;
            struct share truth = {0}, next = {0};
            char what[64];

            for (size_t i = 0; i < times * TRIALS; i++) {
                noises[k].draw(x, lengths[l], noises[k].a);
                spread_in(&s, x, lengths[l], NULL);
                noises[k].draw(x, lengths[l], noises[k].a);
                spread_in(&other, x, lengths[l], NULL);
                hold(&truth, &next, &s, &other, 0);
            }
            snprintf(what, sizeof(what), "%s, %zu runs: truth", noises[k].name,
                     lengths[l]);
            assert_share(&truth, noises[k].truth[l], MODEL, what);
            assert_share(&next, noises[k].next[l], MODEL, "  next table");
        }
}

enum { ROWS = 4 };

/* Rows that were seen in two, three or all parts of a table, alone or in a
 * column of four rows. */
static const struct {
    size_t parts, rows;
    double a, truth, next;
} seen_in[] = {
    {6, 1, 0, 99.5, 98.2},   {3, 1, 0, 98.5, 97},     {2, 1, 0, 97.3, 96.1},
    {6, 4, 0, 100, 99.7},    {3, 4, 0, 100, 99.8},    {2, 4, 0, 100, 99.9},
    {6, 1, 0.6, 96.3, 89.7}, {3, 1, 0.6, 97.1, 94.4}, {2, 1, 0.6, 96.5, 95.2},
    {6, 4, 0.6, 99.2, 95.1}, {3, 4, 0.6, 99.9, 99.3}, {2, 4, 0.6, 99.9, 99.8},
};

/* Draws the values of RUNS runs for a row that was seen in some parts. */
static void row_draw(struct spread_of_parts *s, double a, const bool *seen)
{
    double x[MOST];

    autoregressive(x, RUNS, a);
    spread_in(s, x, RUNS, seen);
}

/* Chooses n parts at random. */
static void see(bool *seen, size_t n)
{
    size_t part[RUN_PARTS] = {0, 1, 2, 3, 4, 5};

    gsl_ran_shuffle(rng, part, RUN_PARTS, sizeof(*part));
    for (size_t i = 0; i < RUN_PARTS; i++)
        seen[part[i]] = i < n;
}

UNIT_TEST(test_parts)
{
    for (size_t k = 0; k < LENGTH(seen_in); k++) {
        struct share truth = {0}, next = {0};
        char what[64];

        for (size_t i = 0; i < times * TRIALS / seen_in[k].rows; i++) {
            struct spread_of_parts s[ROWS], other;
            const struct spread_of_parts *column[ROWS];
            bool seen[RUN_PARTS];

            see(seen, seen_in[k].parts);
            for (size_t n = 0; n < seen_in[k].rows; n++) {
                row_draw(&s[n], seen_in[k].a, seen);
                column[n] = &s[n];
            }
            for (size_t n = 0; n < seen_in[k].rows; n++) {
                row_draw(&other, seen_in[k].a, seen);
                hold(&truth, &next, &s[n], &other,
                     column_sd(column, seen_in[k].rows));
            }
        }
        snprintf(what, sizeof(what), "%zu parts, %zu rows, AR %.1f: truth",
                 seen_in[k].parts, seen_in[k].rows, seen_in[k].a);
        assert_share(&truth, seen_in[k].truth, MODEL, what);
        assert_share(&next, seen_in[k].next, MODEL, "  next table");
    }
}

/* ---- tables of records --------------------------------------------------- */

enum { TABLES = 150, TABLES_MODEL = 4500 };

/* A case, and the distribution of the logarithms of its times in us. */
struct drawn {
    const char *algo;
    long bytes;
    double mean, sd, a, x[MOST];
};

/* Adds n runs of the cases. */
static void add_drawn(struct runs *r, struct drawn *c, size_t cases, size_t n)
{
    for (size_t k = 0; k < cases; k++)
        autoregressive(c[k].x, n, c[k].a);
    for (size_t i = 0; i < n; i++) {
        add_run(r, (double)i, 0, 0);
        for (size_t k = 0; k < cases; k++)
            add_case(r, c[k].algo, c[k].bytes,
                     exp(c[k].mean +
                         c[k].sd * sqrt(1 - c[k].a * c[k].a) * c[k].x[i]));
        add_end(r, "complete");
    }
}

static void finish(struct runs *r, struct table *t)
{
    table_free_rows(t);
    runs_free(r);
}

/* One rival is faster than all others, but scatters much more. */
UNIT_TEST(test_three_rivals)
{
    struct drawn c[] = {{"native", 8, log(1.05), 0.01, 0, {0}},
                        {"shmbcast", 8, 0, 0.01, 0, {0}},
                        {"faster", 8, log(0.98), 0.3, 0, {0}}};
    struct share wrong = {0};

    for (size_t i = 0; i < times * TABLES; i++) {
        struct runs r = {0};
        struct table t;
        struct view v;
        char *text;

        add_drawn(&r, c, LENGTH(c), RUNS);
        make_table(&t, &r, NULL);
        view_make(&v, &t, 0);
        text = summary_fastest(&v);
        count(&wrong, strstr(text, "faster") == NULL);
        free(text);
        view_free(&v);
        finish(&r, &t);
    }
    assert_share(&wrong, 0, TABLES_MODEL, "a faster rival is not named");
}

/* Independent runs: more of them decide the row, and the advice must say so. */
UNIT_TEST(test_useless)
{
    struct drawn c[] = {{"native", 8, 0, 0.1, 0, {0}},
                        {"fast", 8, -0.05, 0.1, 0, {0}}};
    struct share useless = {0};

    for (size_t i = 0; i < times * 2 * TABLES; i++) {
        struct runs r = {0};
        struct table t;
        char *text;

        add_drawn(&r, c, LENGTH(c), 2 * RUNS);
        make_table(&t, &r, NULL);
        text = advice_text(&t, NULL);
        if (text != NULL)
            count(&useless, strstr(text, "cannot decide") != NULL);
        free(text);
        finish(&r, &t);
    }
    assert_share(&useless, 1.2, TABLES_MODEL, "more runs are called useless");
}

/* Mock-ups exactly as fast as the call, in runs that are not independent. */
UNIT_TEST(test_guidelines)
{
    static const char *const algos[] = {
        "native", "mock/a", "mock/b", "mock/c", "mock/d", "mock/e", "mock/f",
        "mock/g", "mock/h", "mock/i", "mock/j", "mock/k", "mock/l"};
    static const double dependent[] = {0, 0.6};
    static const double expected[] = {0.4, 2.4};
    struct drawn c[LENGTH(algos)];

    for (size_t k = 0; k < LENGTH(dependent); k++) {
        struct share wrong = {0};

        for (size_t i = 0; i < LENGTH(c); i++)
            c[i] = (struct drawn){algos[i], 8, 0, 0.1, dependent[k], {0}};
        for (size_t i = 0; i < times * TABLES; i++) {
            struct runs r = {0};
            struct guidelines g;
            struct table t;

            add_drawn(&r, c, LENGTH(c), RUNS);
            make_table(&t, &r, NULL);
            guidelines_judge(&g, &t, 1.03);
            count(&wrong, g.gate.verdict == GATE_FAIL);
            gate_free(&g.gate);
            guidelines_free(&g);
            finish(&r, &t);
        }
        assert_share(&wrong, expected[k], TABLES_MODEL,
                     k == 0 ? "false violations" : "  AR .6");
    }
}

enum { STOPPED = 20, STOPPED_MODEL = 600, LOOKS_END = 200 };

/* Makes runs until the time is known to `precision`, as mpiperf-repeat does. */
static struct figure stopped(double sd, double precision, size_t *n)
{
    struct runs r = {0};
    struct figure time = {.half = INFINITY};

    for (size_t next = 1; *n < LOOKS_END; next = *n + *n / 16 + 1) {
        double width;
        struct table t;

        for (; *n < next; ++*n) {
            add_run(&r, (double)*n, 0, 0);
            add_case(&r, "native", 8, exp(gsl_ran_gaussian(rng, sd)));
            add_end(&r, "complete");
        }
        make_table(&t, &r, NULL);
        width = advice_width(&t);
        time = t.v[0].time;
        table_free_rows(&t);
        if (width <= precision)
            break;
    }
    runs_free(&r);
    return time;
}

UNIT_TEST(test_stopped)
{
    static const double sds[] = {0.01, 0.02, 0.03};
    static const double truth[] = {99.2, 99, 99.5}, next[] = {98.2, 97.3, 97};

    for (size_t k = 0; k < LENGTH(sds); k++) {
        struct share true_mean = {0}, held = {0};
        size_t runs = 0;
        char what[64];

        for (size_t i = 0; i < times * STOPPED; i++) {
            size_t n = 0, other = 0;
            struct figure own = stopped(sds[k], 0.02, &n);
            struct figure later = stopped(sds[k], 0.02, &other);

            assert_true(n >= SIGN_MIN);
            count(&true_mean, fabs(own.spread.mean - log(1e-6)) <= own.half);
            count(&held, fabs(own.spread.mean - later.spread.mean) <= own.half);
            runs += n;
        }
        snprintf(what, sizeof(what), "sd %.0f %%, stopped at 2 %%, %.0f runs",
                 100 * sds[k], (double)runs / (double)held.all);
        assert_share(&true_mean, truth[k], STOPPED_MODEL, what);
        assert_share(&held, next[k], STOPPED_MODEL, "  next table");
    }
}

UNIT_GROUP(coverage)
{
    int failed;

    times = unit_argument() > 0 ? 3 * (size_t)unit_argument() : 1;
    rng = gsl_rng_alloc(gsl_rng_mt19937);
    failed = UNIT_RUN(NULL, NULL);
    gsl_rng_free(rng);
    return failed;
}
