/* test_merge.c: rows, rivals, sides and verdicts of a merged table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "lib/xmalloc.h"
#include "tools/compare/merge.h"

enum { RUNS = 8 };

static struct judge_options options = {.alpha = 0.05, .same = 0.03};

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

static void add_run(struct runs *runs, size_t block, int command)
{
    add(runs,
        xasprintf("{\"type\":\"run\",\"mpi\":\"M\",\"command\":[\"mpiperf\"],"
                  "\"repeat\":{\"launch\":%zu,\"command\":%d}}",
                  block + 1, command));
}

/* A case; vs: the rival's name, or NULL. time <= 0: without figures. */
static void add_case(struct runs *runs, const char *algo, int bytes,
                     double time, const char *vs)
{
    char *rival =
        vs == NULL ? xstrdup("null") : xasprintf("{\"algo\":\"%s\"}", vs);
    char *estimate = time > 0 ? xasprintf("%.17g", time) : xstrdup("null");

    add(runs, xasprintf("{\"type\":\"case\",\"op\":\"bcast\",\"algo\":\"%s\","
                        "\"procs\":2,\"bytes\":%d,\"median\":%s,"
                        "\"estimate\":%s,\"vs\":%s}",
                        algo, bytes, estimate, estimate, rival));
    free(estimate);
    free(rival);
}

/* Runs differ by 10 % and more, rivals in a run by what is said and 0.1 %. */
static double speed_of(size_t run)
{
    return 1 + 0.1 * (double)(run * 5 % 8);
}

static double nearly(double factor, size_t run)
{
    return factor * (1 + 0.001 * ((double)(run * 3 % 8) - 3));
}

static const struct merged_row *find(const struct merged *m, const char *algo,
                                     int bytes, long side)
{
    for (size_t i = 0; i < m->n; i++) {
        const json_t *r = m->v[i].record;

        if (m->v[i].side == side &&
            json_integer_value(json_object_get(r, "bytes")) == bytes &&
            strcmp(json_string_value(json_object_get(r, "algo")), algo) == 0)
            return &m->v[i];
    }
    fail_msg("no row of %s, %d bytes, side %ld", algo, bytes, side);
    return NULL;
}

/* Half the time at 8 bytes, the same at 64, twice at 512: the ratios are known
 * to a thousandth though the times are not to a tenth. */
static void test_rivals(void **state)
{
    static const struct {
        int bytes;
        double factor;
        enum verdict_of_runs verdict;
    } sizes[] = {
        {8, 0.5, JUDGED_FASTER}, {64, 1, JUDGED_SAME}, {512, 2, JUDGED_SLOWER}};
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t run = 0; run < RUNS; run++) {
        add_run(&runs, run, 1);
        for (size_t i = 0; i < 3; i++) {
            add_case(&runs, "native", sizes[i].bytes, speed_of(run), NULL);
            add_case(&runs, "mine", sizes[i].bytes,
                     nearly(sizes[i].factor, run) * speed_of(run), "native");
        }
    }
    merged_make(&m, &runs, &options);
    assert_int_equal(m.n, 6);
    assert_int_equal(m.blocks, RUNS);
    for (size_t i = 0; i < 3; i++) {
        const struct merged_row *mine = find(&m, "mine", sizes[i].bytes, 1);
        const struct merged_row *native = find(&m, "native", sizes[i].bytes, 1);

        assert_ptr_equal(mine->baseline, native);
        assert_null(native->baseline);
        assert_int_equal(native->judgement.verdict, JUDGED_NOT);
        assert_int_equal(mine->judgement.verdict, sizes[i].verdict);
        assert_true(mine->ratio.lo < sizes[i].factor &&
                    sizes[i].factor < mine->ratio.hi);
        assert_true(mine->ratio.hi / mine->ratio.lo < 1.01);
        assert_true(native->time.hi / native->time.lo > 1.2);
    }
    merged_free(&m);
    runs_free(&runs);
}

/* The second command line is slower at one size; of the other, two of its runs
 * have no figures. A block with one of them says nothing of the ratio. */
static void test_sides(void **state)
{
    const struct merged_row *slow, *empty;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t block = 0; block < RUNS; block++)
        for (int side = 1; side <= 2; side++) {
            double factor = side == 2 ? nearly(1.2, block) : 1;

            add_run(&runs, block, side);
            add_case(&runs, "native", 8, factor * speed_of(block), NULL);
            add_case(&runs, "native", 64,
                     side == 2 && block < 2 ? 0 : factor * speed_of(block),
                     NULL);
        }
    merged_make(&m, &runs, &options);
    assert_int_equal(m.n, 4);
    assert_int_equal(m.sides, 2);
    slow = find(&m, "native", 8, 2);
    assert_ptr_equal(slow->baseline, find(&m, "native", 8, 1));
    assert_int_equal(slow->ratio.of.n, RUNS);
    /* all of 8 blocks on one side: 2 of 2^8 ways, whatever the machine does */
    assert_true(fabs(slow->judgement.p - 2.0 / 256) < 1e-12);
    assert_int_equal(slow->judgement.verdict, JUDGED_SLOWER);
    assert_true(fabs(slow->ratio.value - 1.2) < 0.002);
    assert_true(slow->ratio.lo > 1 && slow->ratio.lo < 1.2 &&
                1.2 < slow->ratio.hi);
    empty = find(&m, "native", 64, 2);
    assert_int_equal(empty->empty, 2);
    assert_int_equal(empty->ratio.of.n, RUNS - 2);
    assert_int_equal(find(&m, "native", 64, 1)->time.of.n, RUNS);
    merged_free(&m);
    runs_free(&runs);
}

/* Five runs give an estimate, no interval and no verdict. */
static void test_few_runs(void **state)
{
    const struct merged_row *mine;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t run = 0; run < 5; run++) {
        add_run(&runs, run, 1);
        add_case(&runs, "native", 8, 1, NULL);
        add_case(&runs, "mine", 8, 0.5, "native");
    }
    merged_make(&m, &runs, &options);
    mine = find(&m, "mine", 8, 1);
    assert_true(fabs(mine->ratio.value - 0.5) < 1e-12);
    assert_true(isnan(mine->ratio.lo) && isnan(mine->ratio.hi));
    assert_int_equal(mine->judgement.verdict, JUDGED_OPEN);
    assert_int_equal(mine->judgement.needed, TYPICAL_MIN);
    merged_free(&m);
    runs_free(&runs);
}

/* What scatters by 20 % cannot be told to be the same, or 2 % apart; so many
 * more runs would. */
static void test_open(void **state)
{
    const struct merged_row *mine;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t run = 0; run < RUNS; run++) {
        add_run(&runs, run, 1);
        add_case(&runs, "native", 8, 1, NULL);
        add_case(&runs, "mine", 8, run % 2 ? 1.22 : 0.82, "native");
    }
    merged_make(&m, &runs, &options);
    mine = find(&m, "mine", 8, 1);
    assert_int_equal(mine->judgement.verdict, JUDGED_OPEN);
    assert_true(mine->judgement.p_adjusted > 0.1);
    assert_true(mine->judgement.needed > 50);
    merged_free(&m);
    runs_free(&runs);
}

/* Slower in every run, but by more and more: what runs that depend on each
 * other so much show is not told. */
static void test_drift(void **state)
{
    const struct merged_row *mine;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t run = 0; run < 3 * RUNS; run++) {
        add_run(&runs, run, 1);
        add_case(&runs, "native", 8, 1, NULL);
        add_case(&runs, "mine", 8, 1.02 + 0.1 * (double)run, "native");
    }
    merged_make(&m, &runs, &options);
    mine = find(&m, "mine", 8, 1);
    assert_true(mine->judgement.p_adjusted < 0.001);
    assert_true(isnan(mine->ratio.lo));
    assert_int_equal(mine->judgement.verdict, JUDGED_OPEN);
    merged_free(&m);
    runs_free(&runs);
}

/* Equal in all runs, as a clock that ticks ten times a time shows them: known
 * to half a tick, and neither faster nor the same. */
static void test_clock(void **state)
{
    static const struct {
        double step;
        enum verdict_of_runs near, far;
    } clocks[] = {{1e-9, JUDGED_SAME, JUDGED_SLOWER},
                  {1e-6, JUDGED_OPEN, JUDGED_SLOWER},
                  {8e-6, JUDGED_OPEN, JUDGED_OPEN}};

    (void)state;
    for (size_t k = 0; k < sizeof(clocks) / sizeof(clocks[0]); k++) {
        const struct merged_row *native, *mine;
        struct runs runs = {0};
        struct merged m;
        double half;

        for (size_t run = 0; run < RUNS; run++) {
            add(&runs,
                xasprintf("{\"type\":\"run\",\"mpi\":\"M\",\"timer\":{"
                          "\"resolution\":%g},\"command\":[\"mpiperf\"]}",
                          clocks[k].step));
            add_case(&runs, "native", 8, 10e-6, NULL);
            add_case(&runs, "mine", 8, 10e-6, "native");
            add_case(&runs, "native", 64, 10e-6, NULL);
            add_case(&runs, "mine", 64, 15e-6, "native");
        }
        merged_make(&m, &runs, &options);
        native = find(&m, "native", 8, 1);
        mine = find(&m, "mine", 8, 1);
        half = log1p(clocks[k].step / 2 / 10e-6);
        assert_true(fabs(log(native->time.hi / 10e-6) - half) < 1e-12);
        assert_true(fabs(log(native->time.lo / 10e-6) + half) < 1e-12);
        assert_true(fabs(log(mine->ratio.hi) - 2 * half) < 1e-12);
        assert_true(fabs(log(mine->ratio.lo) + 2 * half) < 1e-12);
        assert_int_equal(mine->judgement.verdict, clocks[k].near);
        assert_int_equal(find(&m, "mine", 64, 1)->judgement.verdict,
                         clocks[k].far);
        merged_free(&m);
        runs_free(&runs);
    }
}

/* 99 % intervals are wider, and of fewer runs than they take there are none. */
static void test_confidence(void **state)
{
    struct judge_options strict = options;
    const struct merged_row *usual, *wide;
    struct merged m, of_99;
    struct runs runs = {0};

    (void)state;
    strict.alpha = 0.01;
    for (size_t block = 0; block < RUNS - 1; block++)
        for (int side = 1; side <= 2; side++) {
            add_run(&runs, block, side);
            add_case(&runs, "native", 8, nearly(side, block), NULL);
        }
    merged_make(&m, &runs, &options);
    merged_make(&of_99, &runs, &strict);
    usual = find(&m, "native", 8, 2);
    wide = find(&of_99, "native", 8, 2);
    assert_true(fabs(of_99.confidence - 0.99) < 1e-12);
    assert_true(wide->time.hi > usual->time.hi);
    assert_null(usual->ratio.of.cause);
    assert_false(isnan(usual->ratio.lo));
    assert_true(isnan(wide->ratio.lo));
    assert_string_equal(wide->ratio.of.cause,
                        "too few runs for this confidence");
    merged_free(&of_99);
    merged_free(&m);
    runs_free(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivals),     cmocka_unit_test(test_sides),
        cmocka_unit_test(test_few_runs),   cmocka_unit_test(test_open),
        cmocka_unit_test(test_drift),      cmocka_unit_test(test_clock),
        cmocka_unit_test(test_confidence),
    };

    options.correction = corrections[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
