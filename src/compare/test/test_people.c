/* test_people.c: the table for people, letter by letter. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdio.h>
#include "lib/test/unit.h"
#include "compare/test/records.h"

#include <stdlib.h>
#include <string.h>
#include "compare/view.h"

/* The table of the runs, which are released; no line has more than 80 columns.
 * Malloced. */
static char *table_text(struct runs *r, const struct table_options *o,
                        bool markdown)
{
    size_t length;
    char *text;
    struct table t;
    FILE *f = open_memstream(&text, &length);

    assert_non_null(f);
    make_table(&t, r, o);
    people_print(f, &t, markdown);
    assert_int_equal(fclose(f), 0);
    for (const char *line = text; *line != '\0' && !markdown;) {
        size_t n = strcspn(line, "\n");

        if (n > 80)
            fail_msg("%zu columns: %.*s", n, (int)n, line);
        line += n + 1;
    }
    table_free_rows(&t);
    runs_free(r);
    return text;
}

static void assert_text(struct runs *r, const struct table_options *o,
                        const char *expected)
{
    char *text = table_text(r, o, false);

    assert_string_equal(text, expected);
    free(text);
}

/* The sentence that begins so, with its further lines. */
static void assert_line(struct runs *r, const char *begin, const char *expected)
{
    char *text = table_text(r, NULL, false), *from = strstr(text, begin), *end;

    if (from == NULL)
        fail_msg("no '%s' in:\n%s", begin, text);
    for (end = from; *end != '\0' && (*end != '\n' || end[1] == ' '); end++)
        ;
    *end = '\0';
    assert_string_equal(from, expected);
    free(text);
}

/* ---- rivals -------------------------------------------------------------- */

enum { SIZES = 4, RIVALS = 3 };
static const long bytes[SIZES] = {8, 4096, 65536, 1048576};
static const char *const algos[RIVALS] = {"native", "shmbcast",
                                          "shmbcast-auto"};

/* Runs of three rivals; us: of each at each size, 0: it has none. */
static void add_rivals(struct runs *r, double us[SIZES][RIVALS])
{
    for (size_t i = 0; i < 20; i++) {
        add_run(r, (double)i, 0, 0);
        for (size_t s = 0; s < SIZES; s++)
            for (size_t k = 0; k < RIVALS; k++)
                if (us[s][k] > 0)
                    add_case(r, algos[k], bytes[s],
                             us[s][k] * wobble(i, k + s));
        add_end(r, "complete");
    }
}

static void test_rivals(void **state)
{
    struct runs r = {0};

    (void)state;
    add_rivals(&r, (double[SIZES][RIVALS]){{0.211, 0.117, 0.1},
                                           {2.45, 0.561, 0.561},
                                           {4.65, 4.22, 2.2},
                                           {171, 171, 77.1}});
    assert_text(
        &r, NULL,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 20 runs in 20 "
        "s\n"
        "fastest: shmbcast-auto, 2.11 to 4.35 times as fast as native; at 4 "
        "KiB it or\n"
        "  shmbcast\n"
        "us: typical run, slowest rank; x: native's time / this; +-%, lo-hi: "
        "expected of\n"
        "the next table; + faster, - slower, = same within 3 %, ? not told\n"
        "\n"
        "  bytes native +-% shmbcast +-%    x     lo-hi    auto +-%    x     "
        "lo-hi\n"
        "      8  0.211 0.5    0.116 0.4 1.81 1.80-1.82 + 0.100 0.5 2.11 "
        "2.09-2.13 +\n"
        "   4096   2.44 0.3    0.561 0.3 4.35 4.32-4.37 + 0.561 0.4 4.35 "
        "4.32-4.38 +\n"
        "  65536   4.65 0.3     4.22 0.3 1.10 1.10-1.11 +  2.20 0.7 2.11 "
        "2.09-2.13 +\n"
        "1048576    171 0.3      171 0.7 1.00 1.00-1.01 =  77.1 0.5 2.22 "
        "2.20-2.23 +\n"
        "shmbcast: 1.10-4.35 times as fast up to 64 KiB, the same within 3 % "
        "at 1 MiB\n"
        "shmbcast-auto: 2.11-4.35 times as fast at all sizes\n");
}

/* ---- answers ------------------------------------------------------------- */

static void answer(double us[SIZES][RIVALS], const char *expected)
{
    struct runs r = {0};

    add_rivals(&r, us);
    assert_line(&r, "fastest: ", expected);
}

static void test_answers(void **state)
{
    (void)state;
    /* one, everywhere */
    answer((double[SIZES][RIVALS]){{3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 2, 1}},
           "fastest: shmbcast-auto, 2.99 to 3.00 times as fast as native");
    /* but at one size, and but for the great ones */
    answer((double[SIZES][RIVALS]){{3, 2, 1}, {3, 1, 2}, {3, 2, 1}, {3, 2, 1}},
           "fastest: shmbcast-auto, 3.00 times as fast as native; at 4 KiB "
           "shmbcast");
    answer((double[SIZES][RIVALS]){{3, 2, 1}, {3, 2, 1}, {1, 2, 3}, {1, 3, 3}},
           "fastest: native; up to 4 KiB shmbcast-auto");
    /* another at each */
    answer((double[SIZES][RIVALS]){{1, 2, 3}, {2, 1, 3}, {3, 2, 1}, {2, 1, 3}},
           "fastest: shmbcast, 1.99 to 2.00 times as fast as native; at 8 B "
           "native; at 64\n"
           "  KiB shmbcast-auto");
    /* two are as fast everywhere */
    answer((double[SIZES][RIVALS]){{2, 1, 1}, {2, 1, 1}, {2, 1, 1}, {2, 1, 1}},
           "fastest: not told: shmbcast or shmbcast-auto at all sizes");
    /* the baseline */
    answer((double[SIZES][RIVALS]){{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
           "fastest: native");
}

static void test_sentences(void **state)
{
    struct runs r = {0};

    (void)state;
    add_rivals(&r, (double[SIZES][RIVALS]){
                       {2, 1, 2}, {2, 1.6, 2}, {2, 2, 2}, {2, 4, 3}});
    assert_line(&r, "shmbcast: ",
                "shmbcast: 1.24-2.01 times as fast up to 4 KiB, the same "
                "within 3 % at 64 KiB,\n"
                "  2.00 times slower at 1 MiB");
    add_rivals(&r, (double[SIZES][RIVALS]){
                       {2, 1, 2}, {2, 1, 2}, {2, 1, 0}, {2, 1, 0}});
    assert_line(&r, "shmbcast-auto: ",
                "shmbcast-auto: the same within 3 % up to 4 KiB, not compared "
                "from 64 KiB");
}

/* ---- states -------------------------------------------------------------- */

static void add_states(struct runs *r)
{
    for (size_t i = 0; i < 20; i++) {
        const struct pass_made native[] = {{0.2 * wobble(i, 0), {66, 67}},
                                           {0.5 * wobble(i, 1), {246, 245}}},
                               fast[] = {{0.1 * wobble(i, 2), {66, 67}},
                                         {0.5 * wobble(i, 3), {246, 245}}};

        add_run(r, (double)i, 0, 0);
        add_passes(r, "native", 8, native, i % 2 ? 2 : 1);
        add_passes(r, "shmbcast", 8, fast, i % 2 ? 2 : 1);
        add_passes(r, "native", 64, native, i % 2 ? 2 : 1);
        add_passes(r, "shmbcast", 64, native, i % 2 ? 2 : 1);
        add_end(r, "complete");
    }
}

static void test_states(void **state)
{
    struct runs r = {0};

    (void)state;
    add_states(&r);
    assert_text(
        &r, NULL,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 20 runs in 20 "
        "s\n"
        "fastest: shmbcast, 1.00 to 2.00 times as fast as native; near at 64 B "
        "it or\n"
        "  native; far at all sizes it or native\n"
        "us: typical run, slowest rank; x: native's time / this; +-%, lo-hi: "
        "expected of\n"
        "the next table; + faster, - slower, = same within 3 %, ? not told\n"
        "\n"
        "cores near (66.5 ns apart, 67 % of the time)\n"
        "bytes native +-% shmbcast +-%    x     lo-hi\n"
        "    8  0.200 0.5    0.100 0.5 2.00 1.99-2.02 +\n"
        "   64  0.200 0.5    0.200 0.5 1.00 1.00-1.01 =\n"
        "cores far (245 ns apart, 33 % of the time)\n"
        "bytes native +-% shmbcast +-%     x     lo-hi\n"
        "    8  0.497 0.1    0.500 0.4 0.995 0.99-1.00 =\n"
        "   64  0.497 0.1    0.497 0.2  1.00 1.00-1.00 =\n"
        "shmbcast: near, 2.00 times as fast at 8 B, the same within 3 % at 64 "
        "B; far, the\n"
        "  same within 3 % at all sizes\n");
}

/* Of a state that is the only one, and of two in too few runs for figures of
 * each. */
static void test_one_state(void **state)
{
    static const struct pass_made passes[] = {
        {0.2, {66, 67}}, {0.2, {66, 67}}, {0.5, {246, 245}}, {0.5, {66, 245}}};
    struct runs r = {0};

    (void)state;
    add_run(&r, 0, 0, 0);
    add_passes(&r, "native", 8, passes, 2);
    assert_line(&r, "one state: ", "one state: cores 66.5 ns apart");
    add_run(&r, 0, 0, 0);
    add_passes(&r, "native", 8, passes, 4);
    assert_line(&r, "cores near",
                "cores near (66.4 ns apart, 62 %) or far (245 ns, 38 %): "
                "figures of both");
}

/* ---- sides --------------------------------------------------------------- */

static void add_sides(struct runs *r)
{
    for (size_t i = 0; i < 12; i++)
        for (long side = 1; side <= 2; side++) {
            add_run(r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_case(r, "native", 8,
                     (side == 1 ? 1 : 1.25) * wobble(i, (size_t)side));
            add_end(r, "complete");
        }
}

static void test_sides(void **state)
{
    static const char *const names[] = {"old", "new", NULL};
    struct table_options o = {.same = 0.03, .sitting = SITTING, .names = names};
    struct runs r = {0};

    (void)state;
    add_sides(&r);
    assert_text(
        &r, NULL,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 12 runs of "
        "each "
        "in 36 s\n"
        "fastest: A\n"
        "us: typical run, slowest rank; x: A's time / this; +-%, lo-hi: "
        "expected of the\n"
        "next table; + faster, - slower, = same within 3 %, ? not told\n"
        "command lines: A one, B two\n"
        "\n"
        "bytes     A +-%    B +-%     x     lo-hi\n"
        "    8 0.995 0.1 1.25 0.8 0.795 0.79-0.80 -\n"
        "B: 1.26 times slower\n");
    add_sides(&r);
    o.gate = true;
    assert_text(
        &r, &o,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 12 runs "
        "of each in 36 s\n"
        "fastest: old\n"
        "us: typical run, slowest rank; x: old's time / this; +-%, "
        "lo-hi: of these runs,\n"
        "95 %; + faster, - slower, = same within 3 %, ? not told\n"
        "command lines: old one, new two\n"
        "\n"
        "bytes   old +-%  new +-%     x     lo-hi\n"
        "    8 0.995 0.1 1.25 0.8 0.795 0.79-0.80 -\n"
        "new: 1.26 times slower\n");
}

/* Two files of different days. */
static void add_apart(struct runs *r)
{
    for (long side = 1; side <= 2; side++) {
        runs_begin(r, side);
        for (size_t i = 0; i < 12; i++) {
            add_run(r, (double)i + 1e5 * (double)side, 0, 0);
            add_case(r, "native", 8,
                     (side == 1 ? 1 : 2) * wobble(i, (size_t)side));
            add_end(r, "complete");
        }
    }
}

static void test_apart(void **state)
{
    struct runs r = {0};

    (void)state;
    add_apart(&r);
    assert_line(&r, "B: ", "B: 2.01 times slower (not interleaved)");
}

/* ---- figures ------------------------------------------------------------- */

static void test_hidden(void **state)
{
    struct runs r = {0};

    (void)state;
    for (size_t i = 0; i < 12; i++)
        for (long side = 1; side <= 2; side++) {
            add_run(&r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_hidden(&r, "overlap", 8, 1,
                       (side == 1 ? 0.5 : 0.75) * wobble(i, (size_t)side));
            add_end(&r, "complete");
        }
    assert_text(
        &r, NULL,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 12 runs "
        "of each in 36 s\n"
        "fastest: B\n"
        "hidden: share of the time that a computation hides; points: "
        "this - A; +-%,\n"
        "lo-hi: expected of the next table; + faster, - slower, = "
        "same within 3 %, ? not\n"
        "told\n"
        "command lines: A one, B two\n"
        "\n"
        "bytes     A +-%     B +-% points        lo-hi\n"
        "    8 49.8% 0.0 75.1% 0.6  +25.3 +24.7..+25.9 +\n"
        "B: 25.3 points more\n");
}

/* One algorithm alone; a rate beside its time; too few runs for an interval;
 * runs that failed, and cases without figures. */
static void test_few(void **state)
{
    struct runs r = {0};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        json_t *record = case_made("native", 8, &(struct pass_made){2, {0}}, 1);

        json_object_set_new(record, "traffic_bytes", json_real(8));
        json_object_set_new(record, "mismatches", json_integer(i == 1));
        add_run(&r, (double)i, 0, 0);
        add_record(&r, record);
        record = case_made("native", 64, NULL, 0);
        json_object_set_new(record, "estimate", json_null());
        json_object_set_new(record, "reason", json_string("no memory"));
        add_record(&r, record);
        if (i > 0)
            add_end(&r, "complete");
    }
    assert_text(
        &r, NULL,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 3 runs in 2 "
        "s\n"
        "us: typical run, slowest rank; +-%: expected of the next table\n"
        "note: 1 of 3 runs did not end as they should: the cases that they "
        "have count\n"
        "note: native at 8 B: WRONG RESULTS in 1 run\n"
        "\n"
        "bytes   us +-% MB/s\n"
        "    8 2.00 n=3 4.00\n"
        "   64    -   -    -\n"
        "-: no memory (64 B)\n");
}

static void test_markdown(void **state)
{
    struct runs r = {0};
    char *text;

    (void)state;
    add_states(&r);
    text = table_text(&r, NULL, true);
    assert_string_equal(
        text,
        "MPI_Bcast, 2 ranks on 1 node, Open MPI 4.1.4, AMD EPYC; 20 runs in 20 "
        "s  "
        "\n"
        "fastest: shmbcast, 1.00 to 2.00 times as fast as native; near at 64 B "
        "it or native; far at all sizes it or native  \n"
        "us: typical run, slowest rank; x: native's time / this; +-%, lo-hi: "
        "expected of the next table; + faster, - slower, = same within 3 %, ? "
        "not told  \n"
        "\n"
        "cores near (66.5 ns apart, 67 % of the time)\n"
        "\n"
        "| bytes | native | +-% | shmbcast | +-% |    x |     lo-hi |   |\n"
        "|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "|     8 |  0.200 | 0.5 |    0.100 | 0.5 | 2.00 | 1.99-2.02 | + |\n"
        "|    64 |  0.200 | 0.5 |    0.200 | 0.5 | 1.00 | 1.00-1.01 | = |\n"
        "\n"
        "cores far (245 ns apart, 33 % of the time)\n"
        "\n"
        "| bytes | native | +-% | shmbcast | +-% |     x |     lo-hi |   |\n"
        "|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "|     8 |  0.497 | 0.1 |    0.500 | 0.4 | 0.995 | 0.99-1.00 | = |\n"
        "|    64 |  0.497 | 0.1 |    0.497 | 0.2 |  1.00 | 1.00-1.00 | = |\n"
        "\n"
        "shmbcast: near, 2.00 times as fast at 8 B, the same within 3 % at 64 "
        "B; far, the same within 3 % at all sizes  \n");
    free(text);
}

/* ---- how to go on -------------------------------------------------------- */

/* Of the runs, which are released. */
static void assert_advice(struct runs *r, const char *file,
                          const char *expected)
{
    struct table t;
    char *text;

    make_table(&t, r, NULL);
    text = advice_text(&t, file);
    if (expected == NULL) {
        assert_null(text);
    } else {
        assert_non_null(text);
        assert_string_equal(text, expected);
    }
    free(text);
    table_free_rows(&t);
    runs_free(r);
}

/* Blocks of 3 s in which the second side takes `times` as long, give or take
 * `noise`, which changes sign after so many. */
static void add_noise(struct runs *r, double times, double noise, size_t every)
{
    for (size_t i = 0; i < 24; i++)
        for (long side = 1; side <= 2; side++) {
            double sign = i / every % 2 ? 1 : -1;

            add_run(r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_case(r, "native", 8,
                     side == 1 ? 1 : times * (1 + sign * noise));
        }
}

static void test_advice(void **state)
{
    struct runs r = {0};

    (void)state;
    add_apart(&r);
    assert_advice(&r, NULL,
                  "not interleaved; to interleave the two: mpiperf-repeat -- "
                  "mpiperf bcast -- mpiperf bcast");
    add_sides(&r);
    assert_advice(&r, NULL, NULL);
    add_noise(&r, 1.06, 0.1, 3);
    assert_advice(&r, NULL,
                  "to tell each ?: mpiperf-repeat --budget=210 -- mpiexec "
                  "mpiperf bcast one -- mpiexec mpiperf bcast two");
    add_noise(&r, 1.06, 0.1, 3);
    assert_advice(
        &r, "a.jsonl",
        "to tell each ?: mpiperf-repeat --budget=140 --append -o a.jsonl -- "
        "mpiexec mpiperf bcast one -- mpiexec mpiperf bcast two");
    add_noise(&r, 1.06, 0.1, 12);
    assert_advice(&r, NULL,
                  "more runs will not tell the ? here: the machine itself "
                  "changes by that much");
}

UNIT_GROUP(people)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivals),    cmocka_unit_test(test_answers),
        cmocka_unit_test(test_sentences), cmocka_unit_test(test_states),
        cmocka_unit_test(test_one_state), cmocka_unit_test(test_sides),
        cmocka_unit_test(test_apart),     cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_few),       cmocka_unit_test(test_markdown),
        cmocka_unit_test(test_advice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
