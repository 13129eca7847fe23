/* test_states_table.c: tables of a machine of several states, by hand. */
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
#include "tools/compare/merge_columns.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/test/state_runs.h"

static struct judge_options options = {.alpha = 0.05, .same = 0.03};

static void make(struct merged *m, const struct runs *runs, const char *chosen)
{
    char *cause;

    options.correction = corrections[0];
    assert_int_equal(merged_make_states(m, runs, &options, chosen, &cause), 0);
}

/* Eight runs, each in both states: half as long near, twice as long far. */
static void test_two_states(void **state)
{
    const struct row_state *near, *far;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nnfn", 1);
    make(&m, &runs, NULL);
    assert_int_equal(merged_lines(&m), 2);
    assert_int_equal(m.n, 2);
    near = merged_line(&m, &m.v[1], 0);
    far = merged_line(&m, &m.v[1], 1);
    assert_string_equal(near->state->name, "near");
    assert_near(near->in.share, 0.75);
    assert_near(near->in.rounds, 8 * 3 * ROUNDS);
    assert_int_equal(near->in.stays, 9); /* they go on from run to run */
    assert_int_equal(far->in.stays, 8);
    assert_int_equal(near->row->time.of.n, 8);
    assert_near(near->row->time.value / far->row->time.value, 0.25);
    assert_near(near->row->ratio.value, 0.5);
    assert_near(far->row->ratio.value, 2);
    assert_int_equal(near->row->judgement.verdict, JUDGED_FASTER);
    assert_int_equal(far->row->judgement.verdict, JUDGED_SLOWER);
    /* what holds in both */
    assert_string_equal(m.v[1].state, "near");
    assert_near(m.v[1].time.value, near->row->time.value);
    assert_near(m.v[1].ratio.value, 1);
    assert_near(m.v[1].ratio.lo, 1);
    assert_true(m.v[1].differs);
    assert_string_equal(merged_verdict(&m.v[1]), "by state");
    assert_int_equal(m.v[1].time.of.n, 8);
    assert_true(m.v[1].unexplained < 1e-4);
    merged_free(&m);
    runs_free(&runs);
}

/* The state is all that mine takes, and nothing of what native does. */
static void test_unexplained(void **state)
{
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nf", i % 2 ? 1 : 1.01);
    make(&m, &runs, NULL);
    assert_near(m.v[0].unexplained, 1);
    assert_near(m.v[1].unexplained,
                pow(log(1.01), 2) / (pow(log(1.01), 2) + pow(log(4), 2)));
    merged_free(&m);
    runs_free(&runs);
}

static void test_records(void **state)
{
    struct runs runs = {0};
    struct merged m;
    json_t *all, *record;
    char *csv;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nf", 1);
    make(&m, &runs, NULL);
    all = merged_records(&m, 1);
    record = json_array_get(all, 1);
    assert_string_equal(json_string_value(json_object_get(record, "state")),
                        "near");
    record = json_object_get(record, "states");
    assert_int_equal(json_array_size(record), 2);
    record = json_array_get(record, 1);
    assert_near(json_number_value(json_object_get(record, "oneway")), 240e-9);
    assert_near(json_number_value(json_object_get(record, "estimate")), 40e-6);
    record = json_object_get(record, "vs");
    assert_near(json_number_value(json_object_get(record, "ratio")), 2);
    csv = merged_csv(all);
    assert_non_null(strstr(csv, ",states_1_name,states_1_oneway,"));
    assert_non_null(strstr(csv, ",by_state_ratio,by_state_ci_lo,"));
    free(csv);
    json_decref(all);
    merged_free(&m);
    runs_free(&runs);
}

static void test_one_state(void **state)
{
    struct runs runs = {0};
    struct merged m;
    char *cause;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nnn", 1);
    make(&m, &runs, NULL);
    assert_null(m.states);
    assert_null(m.v[1].state);
    assert_true(isnan(m.v[1].unexplained));
    merged_free(&m);
    make(&m, &runs, "1");
    assert_null(m.states);
    merged_free(&m);
    assert_int_equal(merged_make_states(&m, &runs, NULL, "near", &cause), -1);
    assert_string_equal(cause, "no state 'near': the machine was in one state "
                               "all the time, and nothing says which");
    free(cause);
    runs_free(&runs);
}

/* A state of 5 % of the rounds has no line, and no part in the figures. */
static void test_rare_state(void **state)
{
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, i % 4 == 0 ? "nnnfn" : "nnnnn", 1);
    make(&m, &runs, NULL);
    assert_non_null(m.states);
    assert_int_equal(merged_lines(&m), 0);
    assert_string_equal(m.v[1].state, "near");
    assert_near(m.v[1].time.value, 10e-6);
    assert_int_equal(m.v[1].ratio.of.n, 8); /* runs, however long stays are */
    assert_false(isnan(m.v[1].time.lo));
    merged_free(&m);
    runs_free(&runs);
}

/* Four stays far, each of three whole runs and a half: far has four clusters,
 * whose mean has Student's interval. */
static void test_long_stays(void **state)
{
    const struct row_state *near, *far;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 0; i < 32; i++) {
        static const char *const is[] = {"nn", "nn", "nn", "nf",
                                         "ff", "ff", "ff", "fn"};

        add_run(&runs, 1, i + 1, is[i % 8], 1 + 0.01 * (double)(i % 3));
    }
    make(&m, &runs, NULL);
    assert_int_equal(merged_lines(&m), 2);
    near = merged_line(&m, &m.v[1], 0);
    far = merged_line(&m, &m.v[1], 1);
    assert_int_equal(far->in.stays, 4);
    assert_int_equal(far->in.runs, 20);
    assert_int_equal(far->row->time.of.n, 4);
    assert_near(far->row->time.of.df, 3);
    assert_true(far->row->time.lo < far->row->time.value);
    assert_int_equal(near->in.stays, 5);
    assert_int_equal(near->row->time.of.n, 5);
    assert_near(near->row->time.of.df, 4);
    assert_near(m.v[1].time.lo, near->row->time.lo);
    assert_null(m.v[1].time.of.cause);
    assert_near(m.v[1].ratio.value, 1);
    /* rivals were always as far apart: the times vary, their ratio does not */
    assert_true(isnan(m.v[1].ratio.lo));
    assert_string_equal(far->row->ratio.of.cause,
                        "stays are the same to the clock's step");
    merged_free(&m);
    runs_free(&runs);
}

/* One stay far, two near: there is nothing to tell how far off they may be. */
static void test_fewest_stays(void **state)
{
    const struct row_state *near, *far;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 0; i < 24; i++)
        add_run(&runs, 1, i + 1, i / 8 % 2 == 0 ? "nn" : "ff",
                1 + 0.01 * (double)(i % 3));
    make(&m, &runs, NULL);
    near = merged_line(&m, &m.v[1], 0);
    far = merged_line(&m, &m.v[1], 1);
    assert_int_equal(far->in.stays, 1);
    assert_int_equal(far->row->time.of.n, 1);
    assert_true(isnan(far->row->time.lo));
    assert_string_equal(far->row->time.of.cause, "fewer than 3 stays");
    assert_int_equal(near->row->time.of.n, 2);
    assert_true(isnan(near->row->time.lo));
    assert_true(isnan(m.v[1].time.lo));
    assert_string_equal(m.v[1].time.of.cause, "too few stays in each state");
    assert_true(isnan(m.v[1].ratio.lo));
    assert_string_equal(m.v[1].ratio.of.cause,
                        "a state's ratio has no interval");
    merged_free(&m);
    runs_free(&runs);
}

/* Three runs near, the second of which saw the end of a stay and the beginning
 * of the next one: they are not three independent looks. */
static void test_shared_stays(void **state)
{
    static const char *const is[] = {"nn", "nfn", "nn", "ff",
                                     "nn", "ff",  "nn", "ff"};
    const struct row_state *near, *far;
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 0; i < 8; i++)
        add_run(&runs, 1, i + 1, is[i], 1 + 0.01 * (double)(i % 3));
    make(&m, &runs, NULL);
    near = merged_line(&m, &m.v[1], 0);
    far = merged_line(&m, &m.v[1], 1);
    assert_int_equal(near->row->time.of.n, 5);
    assert_true(isnan(near->row->time.lo));
    assert_true(isnan(near->row->ratio.lo));
    assert_int_equal(far->row->time.of.n, 4);
    assert_false(isnan(far->row->time.lo));
    assert_false(isnan(far->row->ratio.lo));
    merged_free(&m);
    runs_free(&runs);
}

/* Of one of several the table is as any other. */
static void test_chosen(void **state)
{
    const char *const name[] = {"far", "2"};
    struct runs runs = {0};
    struct merged m;
    char *cause;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nfnf", 1);
    for (size_t k = 0; k < 2; k++) {
        make(&m, &runs, name[k]);
        assert_int_equal(merged_lines(&m), 0);
        assert_string_equal(m.v[1].state, "far");
        assert_near(m.v[1].time.value, 40e-6);
        assert_near(m.v[1].ratio.value, 2);
        assert_int_equal(m.v[1].judgement.verdict, JUDGED_SLOWER);
        assert_int_equal(m.whole->n, 8);
        merged_free(&m);
    }
    assert_int_equal(merged_make_states(&m, &runs, NULL, "slow", &cause), -1);
    assert_string_equal(cause, "no state 'slow' (there are: near, far)");
    free(cause);
    runs_free(&runs);
}

/* Of a table of several states all verdicts together are wrong with one chance:
 * 2 of 2^8 ways count twice for two states. */
static void test_chance_is_shared(void **state)
{
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 1; i <= 8; i++)
        add_run(&runs, 1, i, "nf", 1);
    make(&m, &runs, NULL);
    assert_near(merged_line(&m, &m.v[1], 0)->row->judgement.p_adjusted,
                2 * 2.0 / 256);
    merged_free(&m);
    make(&m, &runs, "near");
    assert_near(m.v[1].judgement.p_adjusted, 2.0 / 256);
    assert_int_equal(m.v[1].judgement.verdict, JUDGED_FASTER);
    merged_free(&m);
    runs_free(&runs);
}

/* Records without stretches: a run is one, of what its gauges showed; where
 * these disagree it is none. */
static void test_older_records(void **state)
{
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 0; i < 20; i++) {
        double start = i % 2 ? 60e-9 : 240e-9, end = i == 7 ? 240e-9 : start;

        add(&runs, json_pack("{s:s, s:{s:{s:f, s:f}}}", "type", "run", "gauges",
                             "oneway", "start", start, "end", end));
        add(&runs,
            json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:i}", "type", "case",
                      "op", "bcast", "algo", "native", "procs", 2, "bytes", 8,
                      "estimate", i % 2 ? 1e-6 : 3e-6, "stages", ROUNDS));
    }
    make(&m, &runs, NULL);
    assert_int_equal(merged_lines(&m), 2);
    assert_int_equal(merged_line(&m, &m.v[0], 0)->in.runs, 9);
    assert_int_equal(merged_line(&m, &m.v[0], 1)->in.runs, 10);
    assert_near(merged_line(&m, &m.v[0], 0)->row->time.value, 1e-6);
    assert_near(m.v[0].unexplained + 1, 1);
    merged_free(&m);
    runs_free(&runs);
}

/* A run's reference counts for the state that the run was in all the time. */
static void test_reference(void **state)
{
    static const char *const seen[] = {"nn", "ff", "nf"};
    static const double copy[] = {2e-6, 4e-6, 3e-6};
    static const double relative[] = {10, 5}; /* near, far */
    struct runs runs = {0};
    struct merged m;

    (void)state;
    for (size_t i = 0; i < 24; i++) {
        add_run(&runs, 1, i + 1, seen[i % 3], 1);
        runs.v[i].gauge[0] = copy[i % 3];
    }
    make(&m, &runs, NULL);
    assert_int_equal(merged_lines(&m), 2);
    for (size_t k = 0; k < 2; k++) {
        const struct merged_row *row = merged_line(&m, &m.v[0], k)->row;

        assert_int_equal(row->time.of.n, 16);
        assert_int_equal(row->relative.of.n, 8);
        assert_near(row->relative.value, relative[k]);
    }
    merged_free(&m);
    runs_free(&runs);

    /* no run was in one state alone */
    for (size_t i = 0; i < 8; i++) {
        add_run(&runs, 1, i + 1, "nf", 1);
        runs.v[i].gauge[0] = copy[2];
    }
    make(&m, &runs, NULL);
    assert_int_equal(merged_line(&m, &m.v[0], 0)->row->relative.of.n, 0);
    merged_free(&m);
    runs_free(&runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_states),
        cmocka_unit_test(test_unexplained),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_one_state),
        cmocka_unit_test(test_rare_state),
        cmocka_unit_test(test_long_stays),
        cmocka_unit_test(test_fewest_stays),
        cmocka_unit_test(test_shared_stays),
        cmocka_unit_test(test_chosen),
        cmocka_unit_test(test_chance_is_shared),
        cmocka_unit_test(test_older_records),
        cmocka_unit_test(test_reference),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
