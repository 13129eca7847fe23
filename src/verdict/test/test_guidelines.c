/* test_guidelines.c: verdicts on guidelines and their sentences, compared with
 * guidelines.txt. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/golden.h"
#include "lib/test/unit.h"

#include "lib/xmalloc.h"
#include "verdict/guidelines.h"

enum { SIZES = 4 };

/* Microseconds of MPI_Bcast of 1, 4, 16, 64 KiB and of two mock-ups; 0: not
 * measured; NAN: without a figure, for a reason in the record. */
struct times {
    double native[SIZES], scatter[SIZES], allgatherv[SIZES];
};

static void add_mock(struct runs *r, const char *algo, long bytes, double us)
{
    struct pass_made pass = {us, {0}};
    json_t *record;

    if (!(us > 0) && !isnan(us))
        return;
    record = case_made(algo, bytes, &pass, us > 0);
    if (isnan(us)) {
        json_object_set_new(record, "estimate", json_null());
        json_object_set_new(record, "reason", json_string("too much memory"));
    }
    add_record(r, record);
}

/* Adds a run of the side to block i; times vary by up to `noise` percent. */
static void add_times(struct runs *r, const struct times *t, long side,
                      size_t i, double noise)
{
    add_run(r, 10 * (double)i + (double)side, side, (long)i + 1);
    for (size_t k = 0; k < SIZES; k++) {
        long bytes = 1024L << (2 * k);
        double x = 1 + noise * (wobble(i, 3 * k) - 1);

        add_mock(r, "native", bytes, t->native[k] * wobble(i, k));
        add_mock(r, "mock/scatter+allgather", bytes, t->scatter[k] * x);
        add_mock(r, "mock/allgatherv", bytes, t->allgatherv[k] * x);
    }
    add_end(r, "complete");
}

/* Prints verdicts and sentences; frees the runs. */
static void put_guidelines(FILE *f, const char *what, struct runs *r,
                           const struct table_options *o, double limit)
{
    struct guidelines g;
    struct table t;

    make_table(&t, r, o);
    guidelines_judge(&g, &t, limit);
    fprintf(f, "## %s\n%s: %s\n", what, verdict_word(g.gate.verdict),
            g.gate.text);
    for (size_t i = 0; i < g.n; i++)
        fprintf(f, "%s: %s, %.3f\n", g.gate.v[i].name,
                verdict_word(g.v[i].verdict), g.v[i].vs.value);
    guidelines_print(f, &g);
    gate_free(&g.gate);
    guidelines_free(&g);
    table_free_rows(&t);
    runs_free(r);
}

static const struct {
    const char *what;
    struct times side[2];      /* the second one may be missing */
    double limit, noise, runs; /* 0: 1.03, 1 percent, 12 (defaults) */
} cases[] = {
    {"all hold", .side = {{{1, 2, 4, 8}, {2, 4, 8, 16}, {1, 2, 4, 8}}}},
    {"slow from 4 KiB to 16 KiB",
     .side = {{{1, 8, 10, 11}, {2, 4, 8, 16}, {1, 2, 4, 11}}}},
    {"the same with another limit",
     .side = {{{1, 8, 10, 11}, {2, 4, 8, 16}, {1, 2, 4, 11}}}, .limit = 3},
    {"slow at both ends",
     .side = {{{4, 4.5, 9, 30}, {2, 4.5, 9, 10}, {0, 0, 0, 0}}}},
    {"a larger message is faster", .side = {{{1, 9, 4, 8}, {0}, {0}}}},
    {"two calls are faster than one", .side = {{{1, 2, 40, 41}, {0}, {0}}}},
    {"mock-ups without figures do not count",
     .side = {{{1, 2, 4, 8}, {2, NAN, NAN, NAN}, {0}}}},
    {"too noisy", .side = {{{1, 2, 4, 8}, {0.95, 1.9, 3.8, 7.6}, {0}}},
     .noise = 20},
    {"too few runs", .side = {{{2, 2, 4, 8}, {1, 2, 4, 8}, {0}}}, .runs = 5},
    {"both sides say so at 4 KiB alone",
     .side = {{{1, 8, 10, 11}, {2, 4, 8, 16}, {0}},
              {{1, 8, 10, 11}, {2, 5, 10, 16}, {0}}}},
    {"the other side has no such mock-up",
     .side = {{{1, 8, 10, 11}, {2, 4, 8, 16}, {0}},
              {{1, 8, 10, 11}, {0}, {0}}}},
    {"nothing to compare", .side = {{{1, 0, 0, 0}, {0}, {0}}}},
};

static double usual(double given, double otherwise)
{
    return given > 0 ? given : otherwise;
}

static void put_cases(FILE *f)
{
    for (size_t k = 0; k < LENGTH(cases); k++) {
        struct runs r = {0};

        for (size_t i = 0; (double)i < usual(cases[k].runs, 12); i++)
            for (long side = 1; side <= 2; side++)
                if (cases[k].side[side - 1].native[0] > 0)
                    add_times(&r, &cases[k].side[side - 1], side, i,
                              usual(cases[k].noise, 1));
        put_guidelines(f, cases[k].what, &r, NULL, usual(cases[k].limit, 1.03));
    }
}

static const struct times slow = {{1, 8, 10, 11}, {2, 4, 8, 16}, {0}};

/* One run: its passes must not count as runs. Then wrong results. */
static void put_untrusted(FILE *f)
{
    static const struct table_options passes = {
        .same = 0.03, .sitting = SITTING, .passes = true};
    struct runs r = {0};
    json_t *record;

    add_times(&r, &slow, 0, 0, 1);
    put_guidelines(f, "one run", &r, &passes, 1.03);
    for (size_t i = 0; i < 12; i++) {
        add_run(&r, (double)i, 0, 0);
        add_case(&r, "native", 8, 2 * wobble(i, 1));
        record =
            case_made("mock/allgatherv", 8, &(struct pass_made){1, {0}}, 1);
        json_object_set_new(record, "mismatches", json_integer(i == 3));
        add_record(&r, record);
        add_end(&r, "complete");
    }
    put_guidelines(f, "a fast mock-up with wrong results", &r, NULL, 1.03);
}

/* Two sides of 20 runs in which one mock-up is twice as fast. The first side's
 * cores are always near; the second side's always far, then far in half of the
 * runs. */
static void put_states(FILE *f)
{
    for (size_t part = 1; part <= 2; part++) {
        struct runs r = {0};

        for (size_t i = 0; i < 20; i++)
            for (long side = 1; side <= 2; side++) {
                double apart = side == 2 && i % part == 0 ? 246 : 66;
                struct pass_made native = {2 * wobble(i, 1), {apart, apart}},
                                 fast = {wobble(i, 2), {apart, apart}};

                add_run(&r, 10 * (double)i + (double)side, side, (long)i + 1);
                add_passes(&r, "native", 8, &native, 1);
                add_passes(&r, "mock/allgatherv", 8, &fast, 1);
                add_end(&r, "complete");
            }
        put_guidelines(f,
                       part == 1 ? "each side in another state"
                                 : "one side in two states",
                       &r, NULL, 1.03);
    }
}

/* A ratio that is a violation on its own may be chance among many. */
UNIT_TEST(test_many)
{
    static const size_t others[] = {0, 99};

    for (size_t c = 0; c < LENGTH(others); c++) {
        struct guidelines g;
        struct runs r = {0};
        struct table t;

        for (size_t i = 0; i < 12; i++) {
            add_run(&r, (double)i, 0, 0);
            add_case(&r, "native", 8, 1.3 * (i % 4 < 2 ? 0.9 : 1.1));
            for (size_t k = 0; k <= others[c]; k++) {
                char *algo = xasprintf("mock/%zu", k);

                add_case(&r, algo, 8, k == 0 ? 1 : 2);
                free(algo);
            }
            add_end(&r, "complete");
        }
        make_table(&t, &r, NULL);
        guidelines_judge(&g, &t, 1.03);
        assert_int_equal(g.n, others[c] + 1);
        assert_true(g.v[0].chance > 0.05 / 100 && g.v[0].chance < 0.05);
        assert_int_equal(g.v[0].verdict,
                         others[c] == 0 ? GATE_FAIL : GATE_CANNOT_TELL);
        assert_int_equal(g.gate.verdict, g.v[0].verdict);
        gate_free(&g.gate);
        guidelines_free(&g);
        table_free_rows(&t);
        runs_free(&r);
    }
}

UNIT_TEST(test_guidelines)
{
    char *text;
    size_t length;
    FILE *f = text_open(&text, &length);

    put_cases(f);
    put_untrusted(f);
    put_states(f);
    text_close(f);
    assert_golden(text, "src/verdict/test/guidelines.txt");
}
