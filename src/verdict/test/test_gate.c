/* test_gate.c: verdicts of the gate with their reasons, compared with gate.txt.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/golden.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "verdict/gate.h"
#include "verdict/rule.h"

static const struct table_options asked = {
    .same = 0.03, .sitting = SITTING, .gate = true};

/* Times of the second side relative to the first, in blocks from..to - 1. */
struct sides {
    size_t from, to;
    double small, large; /* at 8 B; at 4096 B */
    size_t outliers;     /* runs of the second side that take 5 times as long */
};

static void add_block(struct runs *r, const struct sides *s, size_t i)
{
    for (size_t side = 1; side <= 2; side++) {
        bool slow = side == 2 && i % 5 == 2 && i / 5 < s->outliers;
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

/* Judges the runs. later: look first at the runs before this block; 0: look
 * only once. Free *g with gate_free(). */
static void judge(struct gate *g, struct runs *r, size_t later, enum gate_of of)
{
    struct gate before = {0};
    struct table t, first;

    make_table(&t, r, &asked);
    first = t;
    first.o.end_block = later;
    if (later > 0)
        gate_judge(&before, &first, NULL, 1.05, of);
    gate_judge(g, &t, &before, 1.05, of);
    gate_free(&before);
    table_free_rows(&t);
}

/* Prints the verdicts of the gate and its rows; frees the runs. */
static void put_gate(FILE *f, const char *what, struct runs *r, size_t later,
                     enum gate_of of)
{
    static const char *const words[] = {[GATE_PASS] = "pass",
                                        [GATE_FAIL] = "fail",
                                        [GATE_CANNOT_TELL] = "cannot tell",
                                        [GATE_ERROR] = "error",
                                        [GATE_SUSPECT] = "suspect"};
    struct gate g;

    judge(&g, r, later, of);
    fprintf(f, "## %s\n%s: %s\n", what, words[g.verdict], g.text);
    for (size_t i = 0; i < g.n; i++)
        fprintf(f, "%s: %s, %.3f\n", g.v[i].name, words[g.v[i].verdict],
                g.v[i].vs.value);
    gate_free(&g);
    runs_free(r);
}

static const struct {
    const char *what;
    struct sides sides[2];
    size_t later;
    enum gate_of of;
} verdicts[] = {
    {"alike", {{0, 12, 1, 1, 0}}, 0, GATE_CASE},
    {"3 % slower", {{0, 12, 1.03, 0.5, 0}}, 0, GATE_CASE},
    {"20 % slower", {{0, 12, 1.2, 1, 0}}, 0, GATE_CASE},
    {"and again", {{0, 12, 1.2, 1, 0}, {12, 24, 1.2, 1, 0}}, 12, GATE_CASE},
    {"both", {{0, 24, 1.2, 1.5, 0}}, 12, GATE_CASE},
    {"at first", {{0, 18, 1.3, 1, 0}, {18, 24, 1, 1, 0}}, 0, GATE_CASE},
    {"not again", {{0, 18, 1.3, 1, 0}, {18, 24, 1, 1, 0}}, 18, GATE_CASE},
    {"few blocks", {{0, 11, 1, 1, 0}}, 0, GATE_CASE},
    {"few blocks, slower", {{0, 11, 2, 1, 0}}, 0, GATE_CASE},
    {"slow now and then", {{0, 24, 1, 1, 2}}, 0, GATE_CASE},
    {"slow once", {{0, 24, 1, 1, 1}}, 0, GATE_CASE},
    {"the mean is the same", {{0, 12, 1.25, 0.8, 0}}, 0, GATE_GEOMEAN},
    {"its rows are not", {{0, 12, 1.25, 0.8, 0}}, 0, GATE_CASE},
    {"a slower mean", {{0, 12, 1.44, 1, 0}}, 6, GATE_GEOMEAN},
};

static void put_verdicts(FILE *f)
{
    for (size_t i = 0; i < LENGTH(verdicts); i++) {
        struct runs r = {0};

        add_sides(&r, &verdicts[i].sides[0]);
        add_sides(&r, &verdicts[i].sides[1]);
        put_gate(f, verdicts[i].what, &r, verdicts[i].later, verdicts[i].of);
    }
}

static const struct sides alike = {0, 12, 1, 1, 0};

static void put_missing(FILE *f)
{
    struct runs r = {0};

    add_sides(&r, &alike);
    add_case(&r, "native", 64, 1); /* only in the last run */
    put_gate(f, "a case that a side lacks", &r, 0, GATE_CASE);
    for (long lost = 1; lost <= 2; lost++) {
        add_sides(&r, &alike);
        for (long i = 0; i < lost; i++)
            add_record(&r, json_pack("{s:s, s:i, s:I, s:s}", "type", "lost",
                                     "command", 2, "block", (json_int_t)13 + i,
                                     "cause", "killed"));
        put_gate(f, "runs that were lost", &r, 0, GATE_CASE);
    }
    for (long side = 1; side <= 2; side++) {
        add_run(&r, (double)side, side, 1);
        add_case(&r, "native", side == 1 ? 8 : 64, 1);
    }
    put_gate(f, "no case in common", &r, 0, GATE_CASE);
    add_run(&r, 0, 1, 1);
    add_passes(&r, "native", 8, NULL, 0);
    put_gate(f, "no figures", &r, 0, GATE_CASE);
    /* all intervals are too wide for a verdict */
    for (size_t i = 0; i < 12; i++)
        add_block(&r, &(struct sides){0, 0, i < 6 ? 0.7 : 1.5, 1, 0}, i);
    put_gate(f, "noise", &r, 0, GATE_CASE);
}

/* All have near passes; first only side 1, then both sides have far ones too.
 * In the last case, side 2 is 1.3 times slower when far. */
static void put_states(FILE *f)
{
    static const char *const what[] = {"far on one side", "far on both",
                                       "slower far"};

    for (long k = 0; k < 3; k++) {
        struct runs r = {0};

        for (size_t i = 0; i < 24; i++)
            for (long side = 1; side <= 2; side++) {
                double far = k == 2 && side == 2 ? 4 * 1.3 : 4;
                const struct pass_made pass[] = {
                    {1 * wobble(i, (size_t)side), {66, 66}},
                    {far * wobble(i, (size_t)side), {240, 240}},
                };

                add_run(&r, 10 * (double)i + (double)side, side, (long)i + 1);
                add_passes(&r, "native", 8, pass, side <= k + 1 ? 2 : 1);
            }
        put_gate(f, what[k], &r, k == 2 ? 12 : 0, GATE_CASE);
    }
}

/* Adds blocks of which every fifth is in another state, in which the second
 * side takes `far` times as long, 10 % more and less in turn. */
static void add_rare(struct runs *r, size_t from, size_t to, double far)
{
    for (size_t i = from; i < to; i++)
        for (size_t side = 1; side <= 2; side++) {
            double ns = i % 5 == 0 ? 240 : 60, us = wobble(i, side);

            if (i % 5 == 0 && side == 2)
                us *= i % 10 == 0 ? far * 1.1 : far / 1.1;
            add_run(r, 10 * (double)i + (double)side, (long)side, (long)i + 1);
            add_passes(r, "native", 8, &(struct pass_made){us, {ns, ns}}, 1);
            add_end(r, "complete");
        }
}

static void put_rare(FILE *f)
{
    struct runs r = {0};

    add_rare(&r, 0, 30, 1);
    put_gate(f, "a rare state, alike", &r, 0, GATE_CASE);
    add_rare(&r, 0, 60, 1.5);
    put_gate(f, "a rare state, slower in it", &r, 30, GATE_CASE);
}

static void put_junit(FILE *f)
{
    struct runs r = {0};
    struct gate g;
    char *text, *line;

    add_sides(&r, &(struct sides){0, 24, 1.2, 1, 0});
    judge(&g, &r, 12, GATE_CASE);
    text = ci_junit(&g);
    fprintf(f, "## JUnit\n%s", text);
    free(text);
    gate_free(&g);
    runs_free(&r);
    gate_none(&g, GATE_ERROR, xstrdup("no <run> & \"nothing\""));
    text = ci_junit(&g);
    line = gate_line(&g);
    fprintf(f, "%s%s\n", text, line);
    free(line);
    free(text);
    gate_free(&g);
}

UNIT_TEST(test_gates)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    put_verdicts(f);
    put_missing(f);
    put_states(f);
    put_rare(f);
    put_junit(f);
    text_close(f);
    assert_golden(text, "src/verdict/test/gate.txt");
}

UNIT_TEST(test_limit)
{
    static const struct {
        const char *arg;
        double limit; /* 0 if it must be refused */
    } limits[] = {
        {"5%", 1.05}, {"1.05", 1.05}, {"0.5%", 1.005}, {"150%", 2.5},
        {"5", 0},     {"0.5", 0},     {"1", 0},        {"0%", 0},
        {"-5%", 0},   {"x", 0},       {"", 0},         {"5 %", 0},
        {"inf%", 0},  {"2", 0},       {"1.0", 0},      {"2.0", 2},
        {"nan", 0},   {"inf", 0},
    };

    for (size_t i = 0; i < LENGTH(limits); i++) {
        char *cause = NULL;
        double limit = 0;
        int rc = gate_limit(NULL, &limit, limits[i].arg, &cause);

        assert_int_equal(rc, limits[i].limit > 0 ? 0 : -1);
        assert_true(fabs(limit - limits[i].limit) < 1e-12);
        if (rc != 0)
            assert_non_null(
                strstr(cause, strcmp(limits[i].arg, "2") == 0
                                  ? "2% for a percentage, 2.0 for a factor"
                              : strcmp(limits[i].arg, "5") == 0
                                  ? "5% for a percentage, 5.0 for a factor"
                                  : "5% or 1.05"));
        free(cause);
    }
}

UNIT_TEST(test_looks)
{
    static const size_t looks[] = {12, 18, 27, 40, 60, 90};
    size_t n = 0;

    for (size_t i = 0; i < LENGTH(looks); i++) {
        n = gate_next_look(n);
        assert_int_equal(n, looks[i]);
    }
}

UNIT_TEST(test_looks_within)
{
    static const struct {
        size_t next, blocks;
        double fit;
        size_t look;
    } cases[] = {
        {12, 6, INFINITY, 12}, {12, 6, 100, 12},
        {12, 6, 18, 12}, /* the last third begins with it */
        {12, 6, 17, 11}, /* would come too late for a suspect */
        {18, 12, 26, 17},      {18, 12, 20, 13},
        {18, 13, 20, 18}, /* that look has been made */
        {12, 6, 9, 12},        {12, 6, 6, 12},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        const struct looks l = {.next = cases[i].next};

        assert_int_equal(looks_within(&l, cases[i].blocks, cases[i].fit),
                         cases[i].look);
    }
}
