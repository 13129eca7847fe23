/* test_runs.c: reading records, the value of a run, and machine states. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"
#include "print/output.h"
#include "print/view.h"
#include "record/fields.h"

/* The runs of the current test. */
static struct runs r;
static struct table t;
static const struct row *row;

static void finish(void)
{
    table_free_rows(&t);
    runs_free(&r);
}

UNIT_TEST(test_twice)
{
    for (int again = 0; again < 2; again++) {
        runs_begin(&r, 1);
        for (size_t i = 0; i < 6; i++) {
            add_run(&r, (double)i, 0, 0);
            add_case(&r, "native", 8, 1);
            add_end(&r, "complete");
        }
    }
    assert_int_equal(r.twice, 6);
    assert_false(r.on_both);
    make_table(&t, &r, NULL);
    assert_int_equal(row_of(&t, "native", 8, 1, 0)->runs, 6);
    finish();
}

/* Runs that began in the same second differ in their random number. */
UNIT_TEST(test_same_second)
{
    static const char *const ids[] = {"0000000000000001", "0000000000000002",
                                      "0000000000000001"};

    add_run(&r, 0, 0, 0);
    for (size_t i = 0; i < LENGTH(ids); i++) {
        json_t *run = json_copy(r.v[0].record);

        json_object_set_new(run, "id", json_string(ids[i]));
        add_record(&r, run);
    }
    assert_int_equal(r.n, 3);
    assert_int_equal(r.twice, 1);
    runs_free(&r);
}

/* What is in a case and in a row of a table reaches the row. */
UNIT_TEST(test_fields_of_rows_are_kept)
{
    const struct pass_made pass = {.us = 1};
    json_t *record = case_made("native", 8, &pass, 1);
    size_t n = 0;

    for (const struct field *f = fields; f->name != NULL; f++)
        if (f->of & OF_CASE && f->of & OF_MERGED && f->type == TYPE_AMOUNT)
            json_object_set_new(record, f->name, json_real(1 + (double)n++));
    assert_true(n > 5);
    runs_begin(&r, 1);
    add_run(&r, 0, 0, 0);
    add_record(&r, record);
    n = 0;
    for (const struct field *f = fields; f->name != NULL; f++)
        if (f->of & OF_CASE && f->of & OF_MERGED && f->type == TYPE_AMOUNT)
            assert_true(number_of(r.cases[0].of[0]->record, f->name) ==
                        1 + (double)n++);
    runs_free(&r);
}

/* A run that is on both sides is refused, whatever its block. */
UNIT_TEST(test_on_both)
{
    json_t *run;

    runs_begin(&r, 1);
    add_run(&r, 0, 1, 1);
    run = json_copy(r.v[0].record);
    json_object_del(run, "repeat");
    runs_begin(&r, 2);
    assert_refused(&r, run,
                   "its run is also on the other side: a run cannot be "
                   "compared with itself");
    assert_true(r.on_both);
    runs_free(&r);
}

#define OLD "written by a version before 1.0: measure again"
#define RUN "{'type':'run','mpiperf':'3.0','program':{}"
#define LOST "{'type':'lost','cause':'x'"
#define CASE "{'type':'case','op':'bcast','algo':'native','procs':2"

/* Which records are refused, and why. Tables have an entry for each command
 * line and launch, so these have limits. Types that tables do not use are
 * accepted, and a run without a format number (last builds before 1.0). */
UNIT_TEST(test_refused)
{
    static const struct {
        const char *record, *cause;
    } rows[] = {
        {CASE ",'bytes':8,'passes':[]}",
         "no `run` record of mpiperf precedes it"},
        {RUN "}", NULL},
        {CASE ",'bytes':8}", OLD},
        {CASE ",'bytes':8.0,'passes':[]}",
         "bytes: must be a whole number from 0"},
        {"{}", "not a record of mpiperf"},
        {"{'type':1}", "not a record of mpiperf"},
        {"{'type':'of another kind'}", NULL},
        {"{'type':'accepted','format':2}", NULL},
        {"{'type':'run','mpiperf':'0.9'}", OLD},
        {RUN ",'format':2}", "written in record format 2, this version "
                             "reads format 1: use a newer mpiperf"},
        {LOST ",'command':1}", "no block"},
        {RUN ",'repeat':{'command':1001,'launch':1}}",
         "command: must be at most 1000"},
        {LOST ",'command':2147483647,'block':1}",
         "command: must be at most 1000"},
        {RUN ",'repeat':{'command':1000,'launch':1000001}}",
         "launch: must be at most 1000000"},
        {LOST ",'command':1000,'block':1000001}",
         "launch: must be at most 1000000"},
    };

    runs_begin(&r, 0);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[200];
        json_t *record;

        snprintf(text, sizeof(text), "%s", rows[i].record);
        for (char *c = text; *c != '\0'; c++)
            if (*c == '\'')
                *c = '"';
        record = json_loads(text, 0, NULL);
        if (rows[i].cause != NULL)
            assert_refused(&r, record, rows[i].cause);
        else
            add_record(&r, record);
    }
    runs_free(&r);
}

/* Algorithms measured on other pairs than the first one are in the table. */
UNIT_TEST(test_pairs_differ)
{
    char *text;

    add_run(&r, 0, 0, 0);
    for (int target = 1; target < 3; target++) {
        json_t *record = case_made(target == 1 ? "native" : "other", 8,
                                   &(struct pass_made){1, {0}}, 1);

        json_object_set_new(record, "origin", json_integer(0));
        json_object_set_new(record, "target", json_integer(target));
        add_record(&r, record);
    }
    make_table(&t, &r, NULL);
    text = output_text(&t, FORMAT_TABLE);
    assert_non_null(strstr(text, "8 B, native:"));
    assert_non_null(strstr(text, "8 B, other:"));
    free(text);
    finish();
}

/* A quarter of a run's passes is dropped at each end of their order. */
UNIT_TEST(test_first_pass)
{
    static const struct pass_made slow[] = {
        {50, {0}}, {2, {0}}, {2, {0}}, {2, {0}}};

    for (size_t i = 0; i < 6; i++) {
        add_run(&r, (double)i, 0, 0);
        add_passes(&r, "four", 8, slow, 4);
        add_passes(&r, "three", 8, slow, 3);
    }
    make_table(&t, &r, NULL);
    assert_close(row_of(&t, "four", 8, 1, 0)->time.value, 2e-6);
    assert_close(row_of(&t, "three", 8, 1, 0)->time.value,
                 1e-6 * cbrt(50 * 2 * 2));
    finish();
}

/* In a table of one run, the passes are the observations. */
UNIT_TEST(test_passes)
{
    static const struct pass_made four[] = {
        {1, {0}}, {2, {0}}, {4, {0}}, {8, {0}}};
    struct table_options o = {.same = 0.03, .sitting = SITTING, .passes = true};

    add_run(&r, 0, 0, 0);
    add_passes(&r, "native", 8, four, 4);
    add_passes(&r, "fast", 8, four, 3);
    make_table(&t, &r, &o);
    row = row_of(&t, "native", 8, 1, 0);
    assert_int_equal(row->runs, 4);
    assert_close(row->time.value, 1e-6 * sqrt(8));
    assert_close(row->time.half, 2 * log(2) * sqrt(5.0 / 3));
    row = row_of(&t, "fast", 8, 1, 0);
    assert_true(isnan(row->time.half));
    assert_int_equal(row->sign, SIGN_NONE);
    finish();
}

#define NEAR_NS 66, 68
#define FAR_NS 240, 250
#define MIXED_NS 66, 240

/* Adds runs whose passes are near, far, or change state; the first `near_only`
 * runs have only near ones. */
static void add_states(size_t runs, size_t near_only)
{
    static const struct pass_made native[] = {{1, {NEAR_NS}},
                                              {9, {MIXED_NS}},
                                              {4, {FAR_NS}}},
                                  fast[] = {{0.5, {NEAR_NS}},
                                            {9, {MIXED_NS}},
                                            {4, {FAR_NS}}};

    for (size_t i = 0; i < runs; i++) {
        add_run(&r, (double)i, 0, 0);
        add_passes(&r, "native", 8, native, i < near_only ? 1 : 3);
        add_passes(&r, "fast", 8, fast, i < near_only ? 1 : 3);
    }
}

/* A state that was seen in only 3 runs does not count. */
UNIT_TEST(test_rare_state)
{
    add_states(9, 6);
    make_table(&t, &r, NULL);
    assert_int_equal(t.states.n, 1);
    assert_int_equal(t.states.cut.gauge, -1);
    assert_int_equal(t.n, 2);
    finish();
}

/* Runs with more ranks than cores have no readings: all passes count. */
UNIT_TEST(test_no_readings)
{
    static const struct pass_made unread[] = {{7, {0}}, {7, {0}}};
    struct view v;

    add_states(9, 0);
    for (size_t i = 0; i < 9; i++) {
        json_t *other = case_made("native", 8, unread, 2);

        add_run(&r, 100 + (double)i, 0, 1 + (long)i);
        json_object_set_new(other, "op", json_string("reduce"));
        add_record(&r, other);
    }
    make_table(&t, &r, NULL);
    assert_int_equal(t.states.n, 2);
    assert_int_equal(t.n, 2 * 2 + 1);
    row = &t.v[t.n - 1];
    assert_true(row->stateless);
    assert_int_equal(row->runs, 9);
    assert_close(row->time.value, 7e-6);
    assert_null(row_state_name(&t, row));
    view_make(&v, &t, t.n - 1);
    assert_int_equal(v.cells, 1);
    assert_true(v.known[STATE_LOW]);
    view_free(&v);
    view_make(&v, &t, 0);
    assert_int_equal(v.cells, 4);
    view_free(&v);
    finish();
}

/* The threshold of a `table` record is used whatever the readings are. */
UNIT_TEST(test_kept_cut)
{
    runs_begin(&r, 0);
    add_record(&r, json_pack("{s:s, s:{s:s, s:f, s:f, s:f}}", "type", "table",
                             "cut", "gauge", "oneway", "at", 300e-9, "low",
                             150e-9, "high", 500e-9));
    add_states(12, 0);
    make_table(&t, &r, NULL);
    assert_int_equal(t.states.n, 2);
    assert_close(exp(t.states.cut.at), 300e-9);
    assert_close(t.states.v[STATE_HIGH].level, 500e-9);
    /* all readings are below the threshold */
    assert_close(t.states.v[STATE_LOW].share, 1);
    assert_close(row_of(&t, "native", 8, 1, STATE_LOW)->time.value,
                 1e-6 * cbrt(36));
    assert_int_equal(row_of(&t, "native", 8, 1, STATE_HIGH)->runs, 0);
    finish();
}
