/* test_gate.c: verdicts of the gate, and what they rest on. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "compare/test/records.h"

#include <stdlib.h>
#include <string.h>
#include "compare/gate.h"

static const struct table_options asked = {
    .same = 0.03, .sitting = SITTING, .gate = true};

/* What the second side takes against the first, in the blocks from .. to - 1.
 */
struct sides {
    size_t from, to;
    double small, large; /* at 8 and at 4096 B */
    size_t odd;          /* so many runs of the second side take 5 times that */
};

static void add_block(struct runs *r, const struct sides *s, size_t i)
{
    for (size_t side = 1; side <= 2; side++) {
        bool slow = side == 2 && i % 5 == 2 && i / 5 < s->odd;
        double times = slow ? 5 : 1;

        add_run(r, 10 * (double)i + (double)side, (long)side, (long)i + 1);
        add_case(r, "native", 8,
                 times * (side == 2 ? s->small : 1) * wobble(i, side));
        add_case(r, "native", 4096,
                 10 * (side == 2 ? s->large : 1) * wobble(i, side + 2));
        add_end(r, "complete");
    }
}

static void add_sides(struct runs *r, const struct sides *s)
{
    for (size_t i = s->from; i < s->to; i++)
        add_block(r, s, i);
}

/* Judges the runs; later: those from that block on confirm, 0: there are none.
 * gate_free() it. */
static void judge(struct gate *g, struct runs *r, size_t later, enum gate_of of)
{
    struct table_options o = asked;
    struct table t, again;

    make_table(&t, r, &asked);
    o.first_block = later;
    if (later > 0)
        table_make(&again, r, t.interleaved, &o);
    gate_judge(g, &t, later > 0 ? &again : NULL, 1.05, of);
    if (later > 0)
        table_free_rows(&again);
    table_free_rows(&t);
}

/* Of the runs, which are released. */
static void assert_gate(struct runs *r, size_t later, enum verdict verdict,
                        const char *text)
{
    struct gate g;

    judge(&g, r, later, GATE_CASE);
    assert_string_equal(g.text, text);
    assert_int_equal(g.verdict, verdict);
    gate_free(&g);
    runs_free(r);
}

static void assert_sides(const struct sides *s, size_t n, size_t later,
                         enum verdict verdict, const char *text)
{
    struct runs r = {0};

    for (size_t i = 0; i < n; i++)
        add_sides(&r, &s[i]);
    assert_gate(&r, later, verdict, text);
}

static void test_pass(void **state)
{
    (void)state;
    assert_sides(&(struct sides){0, 12, 1, 1, 0}, 1, 0, GATE_PASS,
                 "no more than 1.0 % slower in any of 2 rows, limit 1.05");
    assert_sides(&(struct sides){0, 12, 1.03, 0.5, 0}, 1, 0, GATE_PASS,
                 "no more than 4.0 % slower in any of 2 rows, limit 1.05");
}

static void test_fail(void **state)
{
    static const struct sides slower[] = {{0, 12, 1.2, 1, 0},
                                          {12, 24, 1.2, 1, 0}},
                              once[] = {{0, 18, 1.3, 1, 0}, {18, 24, 1, 1, 0}},
                              both[] = {{0, 24, 1.2, 1.5, 0}};

    (void)state;
    assert_sides(slower, 1, 0, GATE_SUSPECT,
                 "bcast 8 B 1.21 times slower [1.20, 1.21], limit 1.05");
    assert_sides(slower, 2, 12, GATE_FAIL,
                 "bcast 8 B 1.21 times slower [1.20, 1.21], limit 1.05");
    assert_sides(
        both, 1, 12, GATE_FAIL,
        "bcast 4 KiB 1.50 times slower [1.50, 1.50], limit 1.05; and 1 more");
    assert_sides(once, 2, 0, GATE_SUSPECT,
                 "bcast 8 B 1.22 times slower [1.09, 1.37], limit 1.05");
    assert_sides(once, 2, 18, GATE_CANNOT_TELL,
                 "bcast 8 B 1.22 times slower [1.09, 1.37], limit 1.05");
}

/* ---- what no interval tells ---------------------------------------------- */

static void test_few_blocks(void **state)
{
    (void)state;
    assert_sides(&(struct sides){0, 11, 1, 1, 0}, 1, 0, GATE_CANNOT_TELL,
                 "11 blocks of runs, 12 are needed");
    assert_sides(&(struct sides){0, 11, 2, 1, 0}, 1, 0, GATE_CANNOT_TELL,
                 "11 blocks of runs, 12 are needed");
}

static void test_now_and_then(void **state)
{
    (void)state;
    assert_sides(&(struct sides){0, 24, 1, 1, 2}, 1, 0, GATE_CANNOT_TELL,
                 "bcast 8 B is far slower in 2 of 24 runs of the second side, "
                 "in 0 of the first");
    assert_sides(&(struct sides){0, 24, 1, 1, 1}, 1, 0, GATE_PASS,
                 "no more than 1.2 % slower in any of 2 rows, limit 1.05");
}

static void test_lacking(void **state)
{
    struct runs r = {0};

    (void)state;
    add_sides(&r, &(struct sides){0, 12, 1, 1, 0});
    add_case(&r, "native", 64, 1); /* in the last run */
    assert_gate(&r, 0, GATE_CANNOT_TELL,
                "B has bcast 64 B, the other side has not");
}

static void add_lost(struct runs *r, long command, long block)
{
    add_record(r, json_pack("{s:s, s:I, s:I, s:s}", "type", "lost", "command",
                            (json_int_t)command, "block", (json_int_t)block,
                            "cause", "killed"));
}

static void test_lost(void **state)
{
    struct runs r = {0};

    (void)state;
    add_sides(&r, &(struct sides){0, 12, 1, 1, 0});
    add_lost(&r, 2, 13);
    assert_gate(&r, 0, GATE_PASS,
                "no more than 1.0 % slower in any of 2 rows, limit 1.05");
    add_sides(&r, &(struct sides){0, 12, 1, 1, 0});
    add_lost(&r, 2, 13);
    add_lost(&r, 2, 14);
    assert_gate(&r, 0, GATE_CANNOT_TELL, "2 of 14 runs of B failed");
}

/* Passes near; on the first side, or on both, far as well. */
static void add_states(struct runs *r, long far_on)
{
    for (size_t i = 0; i < 24; i++)
        for (long side = 1; side <= 2; side++) {
            const struct pass_made pass[] = {
                {1 * wobble(i, (size_t)side), {66, 66}},
                {4 * wobble(i, (size_t)side), {240, 240}},
            };

            add_run(r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_passes(r, "native", 8, pass, side <= far_on ? 2 : 1);
        }
}

static void test_states(void **state)
{
    struct runs r = {0};
    struct gate g;

    (void)state;
    add_states(&r, 1);
    assert_gate(&r, 0, GATE_CANNOT_TELL, "only one side was seen far");
    add_states(&r, 2);
    judge(&g, &r, 0, GATE_CASE);
    assert_int_equal(g.verdict, GATE_PASS);
    assert_int_equal(g.n, 2);
    assert_string_equal(g.v[0].name, "bcast 8 B, near");
    assert_string_equal(g.v[1].name, "bcast 8 B, far");
    gate_free(&g);
    runs_free(&r);
}

static void test_nothing(void **state)
{
    struct runs r = {0};

    (void)state;
    for (long side = 1; side <= 2; side++) {
        add_run(&r, (double)side, side, 1);
        add_case(&r, "native", side == 1 ? 8 : 64, 1);
    }
    assert_gate(&r, 0, GATE_ERROR,
                "the sides have no case in common: nothing is compared");
    add_run(&r, 0, 1, 1);
    add_passes(&r, "native", 8, NULL, 0);
    assert_gate(&r, 0, GATE_ERROR, "no run has figures");
}

/* Noise of which no interval is below the limit, nor above 0. */
static void test_cannot_tell(void **state)
{
    struct runs r = {0};
    struct gate g;

    (void)state;
    for (size_t i = 0; i < 12; i++)
        add_block(&r, &(struct sides){0, 0, i < 6 ? 0.7 : 1.5, 1, 0}, i);
    judge(&g, &r, 0, GATE_CASE);
    assert_int_equal(g.verdict, GATE_CANNOT_TELL);
    assert_int_equal(g.v[0].verdict, GATE_CANNOT_TELL);
    assert_int_equal(g.v[1].verdict, GATE_PASS);
    assert_non_null(strstr(g.text, "bcast 8 B 1.03 times slower ["));
    gate_free(&g);
    runs_free(&r);
}

/* ---- the mean ------------------------------------------------------------ */

/* One row slower, the other faster: the mean is judged alone. */
static void test_geomean(void **state)
{
    struct runs r = {0};
    struct gate g;

    (void)state;
    add_sides(&r, &(struct sides){0, 12, 1.25, 0.8, 0});
    judge(&g, &r, 0, GATE_GEOMEAN);
    assert_int_equal(g.verdict, GATE_PASS);
    assert_int_equal(g.n, 1);
    assert_string_equal(g.v[0].name, "bcast");
    assert_true(fabs(g.v[0].vs.value - 1) < 0.005);
    gate_free(&g);
    judge(&g, &r, 0, GATE_CASE);
    assert_int_equal(g.verdict, GATE_SUSPECT);
    gate_free(&g);
    runs_free(&r);
    add_sides(&r, &(struct sides){0, 12, 1.44, 1, 0});
    judge(&g, &r, 6, GATE_GEOMEAN);
    assert_int_equal(g.verdict, GATE_FAIL);
    assert_true(fabs(g.v[0].vs.value * 1.2 - 1) < 0.005);
    gate_free(&g);
    runs_free(&r);
}

/* ---- limits and looks ---------------------------------------------------- */

static void test_limit(void **state)
{
    static const struct {
        const char *arg;
        double limit; /* 0: refused */
    } limits[] = {
        {"5%", 1.05}, {"1.05", 1.05}, {"0.5%", 1.005}, {"150%", 2.5}, {"5", 0},
        {"0.5", 0},   {"1", 0},       {"0%", 0},       {"-5%", 0},    {"x", 0},
        {"", 0},      {"5 %", 0},     {"inf%", 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(limits); i++) {
        char *cause = NULL;
        double limit = 0;
        int rc = gate_limit(NULL, &limit, limits[i].arg, &cause);

        assert_int_equal(rc, limits[i].limit > 0 ? 0 : -1);
        assert_true(fabs(limit - limits[i].limit) < 1e-12);
        if (rc != 0)
            assert_non_null(strstr(cause, "5% or 1.05"));
        free(cause);
    }
}

static void test_looks(void **state)
{
    static const size_t looks[] = {12, 18, 27, 40, 60, 90};
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < LENGTH(looks); i++) {
        n = gate_next_look(n);
        assert_int_equal(n, looks[i]);
    }
}

/* ---- continuous integration ---------------------------------------------- */

static void test_junit(void **state)
{
    struct runs r = {0};
    struct gate g;
    char *text;

    (void)state;
    add_sides(&r, &(struct sides){0, 24, 1.2, 1, 0});
    judge(&g, &r, 12, GATE_CASE);
    text = ci_junit(&g);
    assert_string_equal(
        text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"mpiperf\" tests=\"3\" failures=\"2\" errors=\"0\" "
        "skipped=\"0\">\n"
        "  <testcase classname=\"mpiperf\" name=\"gate\"><failure message=\""
        "bcast 8 B 1.21 times slower [1.20, 1.21], limit 1.05\"/></testcase>\n"
        "  <testcase classname=\"mpiperf\" name=\"bcast 8 B\"><failure message="
        "\"1.207 times slower [1.204, 1.209], limit 1.05\"/></testcase>\n"
        "  <testcase classname=\"mpiperf\" name=\"bcast 4 KiB\"/>\n"
        "</testsuite>\n");
    free(text);
    gate_free(&g);
    runs_free(&r);

    gate_none(&g, GATE_ERROR, strdup("no <run> & \"nothing\""));
    text = ci_junit(&g);
    assert_string_equal(
        text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuite name=\"mpiperf\" tests=\"1\" failures=\"0\" errors=\"1\" "
        "skipped=\"0\">\n"
        "  <testcase classname=\"mpiperf\" name=\"gate\"><error message=\"no "
        "&lt;run&gt; &amp; &quot;nothing&quot;\"/></testcase>\n"
        "</testsuite>\n");
    free(text);
    text = gate_line(&g);
    assert_string_equal(text, "ERROR: no <run> & \"nothing\"");
    free(text);
    gate_free(&g);
}

UNIT_GROUP(gate)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pass),        cmocka_unit_test(test_fail),
        cmocka_unit_test(test_few_blocks),  cmocka_unit_test(test_now_and_then),
        cmocka_unit_test(test_lacking),     cmocka_unit_test(test_lost),
        cmocka_unit_test(test_states),      cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_cannot_tell), cmocka_unit_test(test_geomean),
        cmocka_unit_test(test_limit),       cmocka_unit_test(test_looks),
        cmocka_unit_test(test_junit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
