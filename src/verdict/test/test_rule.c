/* test_rule.c: simulates how often the gate is right. With an argument N, makes
 * 3 N times as many trials and prints the results. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "compare/test/share.h"
#include "lib/xmalloc.h"
#include "verdict/gate.h"
#include "verdict/rule.h"

static size_t times;
static bool told;

/* Computes the spread of values in order of time, in one sitting. */
static void spread_of(struct spread_of_parts *s, const double *x, size_t n)
{
    struct parts parts;

    parts_cut(&parts, NULL, n, INFINITY);
    parts_spread(s, x, &parts);
    parts_free(&parts);
}

/* ---- gates --------------------------------------------------------------- */

enum { END_MOST = 480, ROWS_MOST = 100, GATE_TRIALS = 100 };

/* Simulated blocks of a gate. x: by row and block, the logarithm of how many
 * times as fast the second side is. */
struct simulated {
    double x[ROWS_MOST][END_MOST];
    struct judged row[ROWS_MOST + 1]; /* the last one: mean over a sitting */
    struct gate gate;
};

/* Draws blocks from..to - 1; the first row is slower by this logarithm. */
static void draw(struct simulated *s, size_t from, size_t to, double slower,
                 double sd, gsl_rng *rng)
{
    for (size_t k = 0; k < s->gate.n; k++)
        for (size_t i = from; i < to; i++)
            s->x[k][i] = gsl_ran_gaussian(rng, sd) - (k == 0 ? slower : 0);
}

static void simulated_begin(struct simulated *s, size_t rows)
{
    memset(s->row, 0, sizeof(s->row));
    s->gate = (struct gate){.limit = 1.05, .n = rows, .v = s->row};
}

static void figure_of(struct figure *f, const double *x, size_t n)
{
    *f = (struct figure){0};
    spread_of(&f->spread, x, n);
    f->half = interval_half_of_mean(&f->spread, 0);
}

/* Judges the first n blocks, as gate_judge() does. */
static enum verdict look(struct simulated *s, size_t n)
{
    struct gate *g = &s->gate;

    g->blocks = n;
    for (size_t k = 0; k < g->n; k++) {
        figure_of(&g->v[k].vs, s->x[k], n);
        if (g->v[k].since > 0)
            figure_of(&g->v[k].again, s->x[k] + g->v[k].since,
                      n - g->v[k].since);
    }
    gate_decide(g, NULL);
    return gate_count(g, GATE_FAIL) > 0       ? GATE_FAIL
           : gate_count(g, GATE_SUSPECT) > 0  ? GATE_SUSPECT
           : gate_count(g, GATE_PASS) == g->n ? GATE_PASS
                                              : GATE_CANNOT_TELL;
}

/* Runs one gate: makes blocks until it can tell, but at most `end` blocks. */
static enum verdict gate_once(struct simulated *s, size_t rows, double slower,
                              double sd, size_t end, gsl_rng *rng)
{
    enum verdict verdict = GATE_CANNOT_TELL;
    bool stands = false;
    struct looks looks;

    simulated_begin(s, rows);
    looks_begin(&looks, GATE_BLOCKS_MIN);
    for (size_t n = 0, next; n < end && !stands; n = next) {
        next = looks.next < end ? looks.next : end;
        draw(s, n, next, slower, sd, rng);
        verdict = look(s, next);
        stands = looks_advance(&looks, &s->gate, verdict);
    }
    return verdict;
}

/* Judges finished runs, as gate_judge_finished() does. */
static enum verdict finished_once(struct simulated *s, size_t rows,
                                  double slower, double sd, size_t n,
                                  gsl_rng *rng)
{
    simulated_begin(s, rows);
    draw(s, 0, n, slower, sd, rng);
    look(s, n / 2);
    return look(s, n);
}

/* Most gates that may pass and that may fail, in percent, INFINITY if any
 * number; least gates that must fail. */
static const struct {
    bool finished;
    size_t rows;
    double sd, slower; /* scatter of a block's ratios; factor of the first
                          row */
    size_t end;
    double pass_most, fail_most, fail_least;
} gates[] = {
    {false, 1, 0.005, 1.05, 90, 5, INFINITY, 0},
    {false, 1, 0.03, 1.05, 90, 5, INFINITY, 0},
    {false, 1, 0.1, 1.05, 90, 5, INFINITY, 0},
    {false, 1, 0.1, 1.05, 480, 5, INFINITY, 0},
    {false, 1, 0.1, 1, 90, INFINITY, 1, 0},
    {false, 4, 0.1, 1, 90, INFINITY, 1, 0},
    {false, 28, 0.05, 1, 90, INFINITY, 1, 0},
    {false, 28, 0.1, 1, 90, INFINITY, 1, 0},
    {false, 64, 0.1, 1, 90, INFINITY, 1, 0},
    {false, 100, 0.1, 1, 90, INFINITY, 1, 0},
    {false, 100, 0.3, 1, 90, INFINITY, 1, 0},
    {false, 1, 0.05, 1.03, 90, INFINITY, 1.5, 0},
    {false, 28, 0.1, 1.03, 90, INFINITY, 1.5, 0},
    {false, 1, 0.05, 1.1, 90, 1, 100, 99},
    {false, 28, 0.05, 1.1, 90, 1, 100, 99},
    {false, 28, 0.1, 1.2, 90, 1, 100, 98},
    /* far above the limit, a few blocks are enough */
    {false, 2, 0.2, 3, 15, 1, 100, 98},
    {false, 28, 0.2, 3, 18, 1, 100, 98},
    {true, 1, 0.03, 1.03, 24, INFINITY, 0.75, 0},
    {true, 1, 0.05, 1.03, 24, INFINITY, 0.75, 0},
    {true, 28, 0.1, 1, 24, INFINITY, 1, 0},
    {true, 100, 0.1, 1, 60, INFINITY, 1, 0},
    {true, 1, 0.05, 1.05, 24, 2.5, INFINITY, 0},
    {true, 1, 0.05, 1.1, 24, 1, 100, 0},
    {true, 1, 0.05, 1.2, 24, 1, 100, 98},
};

/* Checks that the share is at most (or at least) this, within 3.5 standard
 * errors. */
static void assert_most(const struct share *s, double most, double least,
                        const char *what)
{
    double p = fmax(0.01, fmin(most, 100 - least) / 100);
    double error = 350 * sqrt(p * (1 - fmin(p, 0.5)) / (double)s->all);

    if (!(percent(s) <= most + error && percent(s) >= least - error))
        fail_msg("%s: %.2f %%", what, percent(s));
}

UNIT_TEST(test_gate)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct simulated *s = calloc(1, sizeof(*s));

    for (size_t k = 0; k < LENGTH(gates); k++) {
        struct share pass = {0}, fail = {0};
        char what[96];

        for (size_t i = 0; i < times * GATE_TRIALS; i++) {
            enum verdict v = (gates[k].finished ? finished_once : gate_once)(
                s, gates[k].rows, log(gates[k].slower), gates[k].sd,
                gates[k].end, rng);

            count(&pass, v == GATE_PASS);
            count(&fail, v == GATE_FAIL);
        }
        snprintf(what, sizeof(what),
                 "%s %3zu blocks, sd %4.1f %%, %3zu rows, one %4.2f times",
                 gates[k].finished ? "finished" : "looks   ", gates[k].end,
                 100 * gates[k].sd, gates[k].rows, gates[k].slower);
        if (told)
            printf("# %s: PASS %.2f %%, FAIL %.2f %%\n", what, percent(&pass),
                   percent(&fail));
        assert_most(&pass, gates[k].pass_most, 0, what);
        assert_most(&fail, gates[k].fail_most, gates[k].fail_least, what);
    }
    free(s);
    gsl_rng_free(rng);
}

enum { TABLE_ROWS = 3, TABLE_BLOCKS = 30, TABLES = 20 };

/* Adds a block of runs with the simulated ratios. */
static void add_block(struct runs *r, const struct simulated *s, size_t block)
{
    for (long side = 1; side <= 2; side++) {
        add_run(r, 10 * (double)block + (double)side, side, (long)block + 1);
        for (size_t k = 0; k < TABLE_ROWS; k++)
            add_case(r, "native", (long)k + 1,
                     side == 1 ? 1 : exp(-s->x[k][block]));
        add_end(r, "complete");
    }
}

/* Looks at these runs. `before` has the suspects of the previous look and
 * becomes this look. */
static enum verdict look_at_runs(struct runs *r, struct gate *before,
                                 bool finished)
{
    const struct table_options o = {
        .same = 0.03, .sitting = SITTING, .gate = true};
    struct table t;
    struct gate g;

    make_table(&t, r, &o);
    if (finished)
        gate_judge_finished(&g, &t, 1.05, GATE_CASE);
    else
        gate_judge(&g, &t, before, 1.05, GATE_CASE);
    table_free_rows(&t);
    gate_free(before);
    *before = g;
    return g.verdict;
}

/* Simulated gates and gates of tables give the same verdicts at each look. */
UNIT_TEST(test_gate_of_tables)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct simulated *s = calloc(1, sizeof(*s));
    size_t seen[GATE_SUSPECT + 1] = {0};

    for (size_t i = 0; i < TABLES; i++) {
        double sd = i % 2 ? 0.05 : 0.02,
               slower = log(1 + 0.04 * (double)(i % 5));
        enum verdict verdict, finished;
        struct gate before = {0};
        struct runs r = {0};

        simulated_begin(s, TABLE_ROWS);
        draw(s, 0, TABLE_BLOCKS, slower, sd, rng);
        for (size_t n = 0; n < TABLE_BLOCKS; n++) {
            add_block(&r, s, n);
            if (n + 1 < 6 || (n + 1) % 6 != 0)
                continue;
            verdict = look(s, n + 1);
            assert_int_equal(look_at_runs(&r, &before, false), verdict);
            for (size_t k = 0; k < TABLE_ROWS; k++) {
                assert_int_equal(before.v[k].verdict, s->gate.v[k].verdict);
                assert_int_equal(before.v[k].since, s->gate.v[k].since);
            }
            seen[verdict]++;
        }
        simulated_begin(s, TABLE_ROWS);
        look(s, TABLE_BLOCKS / 2);
        finished = look(s, TABLE_BLOCKS);
        assert_int_equal(look_at_runs(&r, &before, true),
                         finished == GATE_SUSPECT ? GATE_CANNOT_TELL
                                                  : finished);
        gate_free(&before);
        runs_free(&r);
    }
    assert_true(seen[GATE_PASS] > 0 && seen[GATE_FAIL] > 0 &&
                seen[GATE_SUSPECT] > 0 && seen[GATE_CANNOT_TELL] > 0);
    free(s);
    gsl_rng_free(rng);
}

/* ---- sittings ------------------------------------------------------------ */

enum { SITTINGS_MOST = 31, SITTING_RUNS = 6, SITTING_TRIALS = 100 };
static const double within = 0.01; /* scatter within a sitting */

/* Times of sittings; the last one is tonight. */
struct sittings {
    double x[ROWS_MOST][SITTINGS_MOST * SITTING_RUNS];
    size_t rows, behind;
};

/* common: fraction of the variance between sittings that all rows share. */
static void draw_sittings(struct sittings *s, double sd, double common,
                          double slower, gsl_rng *rng)
{
    for (size_t sitting = 0; sitting <= s->behind; sitting++) {
        double all = gsl_ran_gaussian(rng, sd * sqrt(common));

        for (size_t k = 0; k < s->rows; k++) {
            double own = all + gsl_ran_gaussian(rng, sd * sqrt(1 - common)) +
                         (sitting == s->behind ? slower : 0);

            for (size_t i = 0; i < SITTING_RUNS; i++)
                s->x[k][sitting * SITTING_RUNS + i] =
                    own + gsl_ran_gaussian(rng, within);
        }
    }
}

/* Spread of the comparison of tonight with the sittings before. */
static void sitting_spread(struct spread_of_parts *s, const double *x,
                           size_t behind)
{
    double v[SITTINGS_MOST * SITTING_RUNS], pause[SITTINGS_MOST * SITTING_RUNS];
    struct spread_of_parts other;
    struct parts parts;
    size_t n = behind * SITTING_RUNS;

    for (size_t i = 0; i < n + SITTING_RUNS; i++) {
        v[i] = -x[i];
        pause[i] = i % SITTING_RUNS == 0 ? SITTING : 0;
    }
    parts_cut(&parts, pause, n, SITTING);
    parts_spread(&other, v, &parts);
    parts_free(&parts);
    spread_of(s, v + n, SITTING_RUNS);
    spread_subtract(s, &other);
}

/* Judges these sittings, as gate_judge() does. */
static enum verdict sitting_once(const struct sittings *s, struct judged *row)
{
    struct gate g = {.limit = 1.05};
    const struct spread_of_parts *column[ROWS_MOST];
    double mean[SITTINGS_MOST * SITTING_RUNS] = {0};
    struct figure sitting = {0};
    enum verdict verdict;

    for (size_t k = 0; k < s->rows; k++) {
        struct judged j = {0};

        sitting_spread(&j.vs.spread, s->x[k], s->behind);
        for (size_t i = 0; i < (s->behind + 1) * SITTING_RUNS; i++)
            mean[i] += s->x[k][i] / (double)s->rows;
        row[k] = j;
        column[k] = &row[k].vs.spread;
    }
    for (size_t k = 0; k < s->rows; k++) {
        row[k].vs.half =
            interval_half(column[k], column_sd(column, s->rows), 0);
        XAPPEND(g.v, g.n, row[k]);
    }
    sitting_spread(&sitting.spread, mean, s->behind);
    sitting.half = interval_half(&sitting.spread, 0, 0);
    gate_decide(&g, &sitting);
    verdict = gate_count(&g, GATE_FAIL) > 0      ? GATE_FAIL
              : gate_count(&g, GATE_PASS) == g.n ? GATE_PASS
                                                 : GATE_CANNOT_TELL;
    gate_free(&g);
    return verdict;
}

/* If tonight is equal, at most 2 % fail. If it is 20 % slower, and sittings
 * differ by 3 %, at least 95 % fail, with five or more sittings before. */
UNIT_TEST(test_nights)
{
    static const double sds[] = {0.01, 0.03, 0.1};
    static const size_t rows[] = {1, 4, 12, 28},
                        behind[] = {1, 2, 3, 4, 5, 8, 30};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct judged *row = calloc(ROWS_MOST, sizeof(*row));
    struct sittings *s = calloc(1, sizeof(*s));

    for (size_t a = 0; a < LENGTH(sds); a++)
        for (size_t b = 0; b < LENGTH(rows); b++)
            for (size_t c = 0; c < 2 * LENGTH(behind); c++) {
                double common = c < LENGTH(behind) ? 0 : 1;
                struct share equal = {0}, slower = {0};
                char what[96];

                s->rows = rows[b];
                s->behind = behind[c % LENGTH(behind)];
                for (size_t i = 0; i < times * SITTING_TRIALS; i++) {
                    draw_sittings(s, sds[a], common, 0, rng);
                    count(&equal, sitting_once(s, row) == GATE_FAIL);
                    draw_sittings(s, sds[a], common, log(1.2), rng);
                    count(&slower, sitting_once(s, row) == GATE_FAIL);
                }
                snprintf(what, sizeof(what),
                         "sittings of %2.0f %%%s, %2zu rows, %2zu behind",
                         100 * sds[a], common > 0 ? " in common" : "", s->rows,
                         s->behind);
                if (told)
                    printf("# %s: equal: %.2f %% fail, 20 %% slower: %.1f %%\n",
                           what, percent(&equal), percent(&slower));
                assert_most(&equal, 2, 0, what);
                if (s->behind >= 5 && sds[a] < 0.05)
                    assert_most(&slower, 100, 95, what);
            }
    free(s);
    free(row);
    gsl_rng_free(rng);
}

/* Simulated sittings and sittings of tables give the same verdicts. */
UNIT_TEST(test_nights_of_tables)
{
    const struct table_options o = {
        .same = 0.03, .sitting = SITTING, .gate = true};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct judged *row = calloc(ROWS_MOST, sizeof(*row));
    struct sittings *s = calloc(1, sizeof(*s));
    size_t failed = 0;

    for (size_t i = 0; i < TABLES; i++) {
        struct runs r = {0};
        struct table t;
        struct gate g;

        s->rows = TABLE_ROWS;
        s->behind = 1 + i % 6;
        draw_sittings(s, 0.02, 0.5, i % 2 ? log(1.15) : 0, rng);
        for (size_t n = 0; n < (s->behind + 1) * SITTING_RUNS; n++) {
            const size_t sitting = n / SITTING_RUNS;

            if (n % SITTING_RUNS == 0)
                runs_begin(&r, sitting == s->behind ? 2 : 1);
            add_run(&r, (double)sitting * 24 * SITTING + 10 * (double)n, 0, 0);
            for (size_t k = 0; k < TABLE_ROWS; k++)
                add_case(&r, "native", (long)k + 1, exp(s->x[k][n]));
            add_end(&r, "complete");
        }
        make_table(&t, &r, &o);
        gate_judge_finished(&g, &t, 1.05, GATE_CASE);
        assert_int_equal(g.verdict, sitting_once(s, row));
        for (size_t k = 0; k < TABLE_ROWS; k++)
            assert_close(g.v[k].vs.half, row[k].vs.half);
        failed += g.verdict == GATE_FAIL;
        gate_free(&g);
        table_free_rows(&t);
        runs_free(&r);
    }
    assert_true(failed > 0 && failed < TABLES / 2);
    free(s);
    free(row);
    gsl_rng_free(rng);
}

UNIT_GROUP(rule)
{
    told = unit_argument() > 0;
    times = told ? 3 * (size_t)unit_argument() : 1;
    return UNIT_RUN(NULL, NULL);
}
