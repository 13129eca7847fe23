/* test_comparable.c: which runs share a table; sittings; the reference. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "tools/compare/comparable.h"
#include "tools/compare/merge.h"
#include "tools/compare/reference.h"
#include "tools/compare/sittings.h"

static void add(struct runs *runs, char *line)
{
    json_t *record = json_loads(line, 0, NULL);
    char *cause;

    assert_non_null(record);
    cause = runs_add_record(runs, record);
    assert_null(cause);
    json_decref(record);
    free(line);
}

/* A run of a block and command line, and what more its record has. */
static void add_run(struct runs *runs, int block, int side, const char *more)
{
    add(runs, xasprintf("{\"type\":\"run\",\"repeat\":{\"launch\":%d,"
                        "\"command\":%d},\"mpi\":\"M\"%s}",
                        block, side, more));
}

static void assert_tables(struct runs *runs, const char *expected)
{
    size_t n, *of = comparable_tables(runs, &n);

    assert_int_equal(runs->n, strlen(expected));
    for (size_t i = 0; i < runs->n; i++)
        assert_int_equal('a' + (int)of[i], expected[i]);
    free(of);
    runs_free(runs);
}

#define WORDS(...) ",\"command\":[" __VA_ARGS__ "]"

static void test_tables(void **state)
{
    struct runs runs = {0};

    (void)state;
    /* command lines may differ in anything, their own runs may not */
    add_run(&runs, 1, 1, ",\"kernel\":1,\"ranks\":2");
    add_run(&runs, 1, 2, ",\"ranks\":4");
    add_run(&runs, 2, 2, ",\"ranks\":4");
    add_run(&runs, 2, 1, ",\"ranks\":2");
    add_run(&runs, 3, 1, ",\"ranks\":2,\"environment\":{\"UCX_TLS\":\"sm\"}");
    add_run(&runs, 3, 2, ",\"ranks\":4");
    /* a block that lacks a run is of the table that it does not contradict */
    add_run(&runs, 4, 2, ",\"ranks\":4");
    assert_tables(&runs, "aaaabba");
    /* what a run chose by itself is no reason */
    add_run(&runs, 1, 1, ",\"timer\":{\"name\":\"tsc\"}");
    add_run(&runs, 2, 1, ",\"timer\":{\"name\":\"wtime\"}");
    assert_tables(&runs, "aa");
    /* nor is an output, unless it is another program's */
    add_run(&runs, 1, 1, WORDS("\"./mpiperf\",\"bcast\",\"-o\",\"1.csv\""));
    add_run(&runs, 2, 1, WORDS("\"./mpiperf\",\"bcast\",\"--output=2.csv\""));
    add_run(&runs, 3, 1, WORDS("\"./mpiperf\",\"gather\""));
    add_run(&runs, 4, 1, WORDS("\"srun\",\"-o\",\"x\",\"mpiperf\",\"bcast\""));
    add_run(&runs, 5, 1, WORDS("\"srun\",\"-o\",\"y\",\"mpiperf\",\"bcast\""));
    assert_tables(&runs, "aabcd");
}

static void test_sittings(void **state)
{
    static const struct {
        const char *time;
        size_t sitting;
    } times[] = {{"10:00:00", 0},
                 {"10:04:59", 0},
                 {"10:05:00", 1},
                 {"09:54:00", 2},
                 {"10:09:59", 1}};
    struct runs runs = {0};
    size_t n, *of;
    char *began;

    (void)state;
    for (int i = 0; i < 5; i++)
        add(&runs, xasprintf("{\"type\":\"run\",\"time\":\"2026-11-22T%sZ\","
                             "\"repeat\":{\"launch\":%d,\"seconds\":%d}}",
                             times[i].time, i + 1, i + 1));
    of = sittings_of(&runs, &n);
    assert_int_equal(n, 3);
    for (size_t i = 0; i < 5; i++) /* numbered by time */
        assert_int_equal((of[i] + 2) % 3, times[i].sitting);
    free(of);
    assert_true(runs_span(&runs) == 16 * 60 - 1 + 5);
    assert_true(runs_block_seconds(&runs) == 3);
    began = runs_began(&runs);
    assert_string_equal(began, "2026-11-22T09:54:00Z");
    free(began);
    add(&runs, xstrdup("{\"type\":\"run\",\"time\":\"yesterday\"}"));
    assert_true(isnan(runs_span(&runs)));
    runs_free(&runs);
}

/* The interval of a time covers sittings, where there are three: their means
 * differ by 10 % while the runs of each are alike. */
static void test_over_sittings(void **state)
{
    static const double factor[] = {1.0, 1.1, 1.2};

    (void)state;
    for (int sittings = 2; sittings <= 3; sittings++) {
        struct runs runs = {0};
        const struct merged_row *row;
        struct merged m;

        for (int k = 0; k < sittings; k++)
            for (int i = 0; i < 8; i++) {
                double time = factor[k] * (1 + 0.001 * (i * 5 % 8));

                add(&runs, xasprintf("{\"type\":\"run\",\"time\":\"2026-11-22T"
                                     "1%d:00:%02dZ\",\"gauges\":{\"copy\":{"
                                     "\"start\":%g,\"end\":%g}}}",
                                     k, i, factor[k] * 2e-6, factor[k] * 2e-6));
                add(&runs, xasprintf("{\"type\":\"case\",\"op\":\"x\",\"algo\":"
                                     "\"native\",\"procs\":2,\"bytes\":8,"
                                     "\"estimate\":%.17g,\"bandwidth\":%.17g,"
                                     "\"overlap\":{\"hidden\":%g}}",
                                     1e-6 * time, 8e6 / time, -0.1 * (i % 2)));
            }
        merged_make(&m, &runs,
                    &(struct judge_options){.alpha = 0.05,
                                            .same = 0.03,
                                            .correction = corrections[0]});
        row = &m.v[0];
        assert_int_equal(row->sittings, sittings == 3 ? 3 : 0);
        if (sittings == 3) {
            /* t of 2 degrees, 4.303, times the standard error of the logs */
            double se = 0.0914 / sqrt(3);

            assert_true(fabs(log(row->time.hi / row->time.lo) / 2 -
                             4.303 * se) < 0.005);
            assert_true(row->variance.sd[LEVEL_SITTINGS] > 0.08);
        }
        /* the reference moved as much: relative to it nothing did */
        assert_true(fabs(row->relative.value - 0.5) < 0.01);
        assert_true(row->relative.hi / row->relative.lo < 1.02);
        assert_int_equal(m.nmore, 2);
        assert_string_equal(m.more[0], "bandwidth");
        assert_true(row->more[0].value > 6e6 && row->more[0].value < 8e6);
        assert_string_equal(m.more[1], "hidden");
        assert_true(fabs(row->more[1].value + 0.05) < 0.02);
        merged_free(&m);
        runs_free(&runs);
    }
}

/* A case in sittings an hour apart that differ by 5 %, of runs that do by 3 %.
 */
static bool covers(gsl_rng *rng, size_t sittings)
{
    struct runs runs = {0};
    struct merged m;
    bool covered;

    for (size_t k = 0; k < sittings; k++) {
        double level = gsl_ran_gaussian(rng, 0.05);

        for (int i = 0; i < 6; i++) {
            add(&runs, xasprintf("{\"type\":\"run\",\"time\":\"2026-11-22T"
                                 "%02zu:00:%02dZ\"}",
                                 k, i));
            add(&runs, xasprintf("{\"type\":\"case\",\"op\":\"x\",\"algo\":"
                                 "\"native\",\"procs\":2,\"bytes\":8,"
                                 "\"estimate\":%.17g}",
                                 exp(level + gsl_ran_gaussian(rng, 0.03))));
        }
    }
    merged_make(&m, &runs,
                &(struct judge_options){
                    .alpha = 0.05, .same = 0.03, .correction = corrections[0]});
    covered = m.v[0].time.lo <= 1 && 1 <= m.v[0].time.hi;
    merged_free(&m);
    runs_free(&runs);
    return covered;
}

static void test_coverage(void **state)
{
    static const size_t sittings[] = {3, 4, 8};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        int n = 0;

        for (int i = 0; i < 1000; i++)
            n += covers(rng, sittings[k]);
        print_message("%zu sittings: %.3f\n", sittings[k], n / 1000.0);
        assert_true(n >= 930 && n <= 985);
    }
    gsl_rng_free(rng);
}

static void test_reference(void **state)
{
    struct runs runs = {0};
    struct reference of;

    (void)state;
    for (int i = 0; i <= 10; i++)
        add(&runs,
            xasprintf("{\"type\":\"run\",\"gauges\":{\"copy\":{\"start\":"
                      "%d,\"end\":%d},\"spin\":{\"start\":null,\"end\":"
                      "null}}}",
                      10 - i, 10 - i));
    reference_of(&of, &runs, 0); /* 0 is none: 1 .. 10 */
    assert_true(fabs(of.median - 5.5) < 1e-9);
    assert_true(fabs(of.lo - 1.9) < 1e-9 && fabs(of.hi - 9.1) < 1e-9);
    reference_of(&of, &runs, 1);
    assert_true(isnan(of.median));
    runs_free(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables),        cmocka_unit_test(test_sittings),
        cmocka_unit_test(test_over_sittings), cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_reference),
    };

    json_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
