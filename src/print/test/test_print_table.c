/* test_print_table.c: the readable table, compared with print_table.txt. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/markdown.h"
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/advice.h"
#include "print/output.h"

static const struct table_options usual = {.same = 0.03, .sitting = SITTING};

/* Fails if a line has more than 80 columns. */
static void check_width(const char *text)
{
    for (; *text != '\0'; text += strcspn(text, "\n") + 1)
        if (strcspn(text, "\n") > 80)
            fail_msg("%zu columns: %.80s", strcspn(text, "\n"), text);
}

/* Prints the table of the runs; or, if `begin` is given, only its sentence that
 * starts so, with continuation lines. Frees the runs. */
static void put_table(FILE *f, struct runs *r, const struct table_options *o,
                      bool markdown, const char *begin)
{
    size_t length;
    char *text, *from;
    struct table t;
    FILE *to = text_open(&text, &length);

    make_table(&t, r, o);
    print_table(to, &t, markdown);
    text_close(to);
    if (!markdown)
        check_width(text);
    from = begin != NULL ? strstr(text, begin) : text;
    assert_non_null(from);
    while (*from != '\0') {
        size_t n = strcspn(from, "\n");

        fprintf(f, "%.*s\n", (int)n, from);
        from += n + 1;
        if (begin != NULL && *from != ' ')
            break;
    }
    free(text);
    table_free_rows(&t);
    runs_free(r);
}

enum { SIZES = 4, RIVALS = 3 };
static const long bytes[SIZES] = {8, 4096, 65536, 1048576};
static const char *const algos[RIVALS] = {"native", "shmbcast",
                                          "shmbcast-auto"};

/* Runs of three rivals. us: times by size and rival; 0 if not measured. */
static const struct {
    const char *what, *begin;
    double us[SIZES][RIVALS];
} rivals[] = {
    {"rivals",
     NULL,
     {{0.211, 0.117, 0.1},
      {2.45, 0.561, 0.561},
      {4.65, 4.22, 2.2},
      {171, 171, 77.1}}},
    {"one is the fastest everywhere",
     "fastest: ",
     {{3, 2, 1}, {3, 2, 1}, {3, 2, 1}, {3, 2, 1}}},
    {"but at one size",
     "fastest: ",
     {{3, 2, 1}, {3, 1, 2}, {3, 2, 1}, {3, 2, 1}}},
    {"but at great sizes",
     "fastest: ",
     {{3, 2, 1}, {3, 2, 1}, {1, 2, 3}, {1, 3, 3}}},
    {"another at each",
     "fastest: ",
     {{1, 2, 3}, {2, 1, 3}, {3, 2, 1}, {2, 1, 3}}},
    {"two are as fast everywhere",
     "fastest: ",
     {{2, 1, 1}, {2, 1, 1}, {2, 1, 1}, {2, 1, 1}}},
    {"one is far slower: a block of its own keeps the width",
     NULL,
     {{11, 2823, 3.66}, {12, 2823, 3.66}, {13, 2823, 3.66}, {14, 2823, 3.66}}},
    {"the baseline", "fastest: ", {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}},
    {"two at some sizes, one of them at others",
     "fastest: ",
     {{2, 1, 1}, {2, 1, 2}, {2, 1, 1}, {2, 4, 3}}},
    {"sizes without a rival",
     "fastest: ",
     {{2, 1, 0}, {2, 1, 0}, {2, 0, 0}, {2, 0, 0}}},
};

static void put_rivals(FILE *f)
{
    for (size_t of = 0; of < LENGTH(rivals); of++) {
        struct runs r = {0};

        for (size_t i = 0; i < 20; i++) {
            add_run(&r, (double)i, 0, 0);
            for (size_t s = 0; s < SIZES; s++)
                for (size_t k = 0; k < RIVALS; k++)
                    if (rivals[of].us[s][k] > 0)
                        add_case(&r, algos[k], bytes[s],
                                 rivals[of].us[s][k] * wobble(i, k + s));
            add_end(&r, "complete");
        }
        fprintf(f, "## %s\n", rivals[of].what);
        put_table(f, &r, &usual, false, rivals[of].begin);
    }
}

/* More rivals than columns; one has no figures at the larger size. */
static void put_many(FILE *f)
{
    static const char *const names[] = {"native",     "tuned/chain",
                                        "tuned/ring", "tuned/binomial",
                                        "tuned/flat", "shmbcast-auto"};
    struct runs r = {0};

    for (size_t i = 0; i < 20; i++) {
        add_run(&r, (double)i, 0, 0);
        for (size_t s = 0; s < 2; s++)
            for (size_t k = 0; k + (k > 0 ? s : 0) < LENGTH(names); k++)
                add_case(&r, names[k], bytes[s],
                         (double)((k * 5 + 2) % 6 + 1) * wobble(i, k + s));
        add_end(&r, "complete");
    }
    fprintf(f, "## six rivals\n");
    put_table(f, &r, &usual, false, NULL);
}

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

static void put_states(FILE *f)
{
    static const struct pass_made passes[] = {
        {0.2, {66, 67}}, {0.2, {66, 67}}, {0.5, {246, 245}}, {0.5, {66, 245}}};
    struct runs r = {0};

    for (int markdown = 0; markdown <= 1; markdown++) {
        add_states(&r);
        fprintf(f, "## two states%s\n", markdown ? ", as Markdown" : "");
        put_table(f, &r, &usual, markdown, NULL);
    }
    fputs("## the only state; two in too few runs for figures of each\n", f);
    add_run(&r, 0, 0, 0);
    add_passes(&r, "native", 8, passes, 2);
    put_table(f, &r, &usual, false, "one state: ");
    add_run(&r, 0, 0, 0);
    add_passes(&r, "native", 8, passes, 4);
    put_table(f, &r, &usual, false, "cores near");
}

/* Adds blocks of two interleaved sides, of which the second is `times` as slow;
 * or, if `apart`, runs of two files from different days. */
static void add_sides(struct runs *r, double times, bool apart)
{
    for (size_t i = 0; i < 24; i++) {
        long side = apart ? 1 + (long)i / 12 : 1 + (long)i % 2;
        size_t run = apart ? i % 12 : i / 2;

        if (apart && run == 0)
            runs_begin(r, side);
        if (apart)
            add_run(r, (double)run + 1e5 * (double)side, 0, 0);
        else
            add_run(r, 10 * (double)run + (double)side, side, (long)run + 1);
        add_case(r, "native", 8,
                 (side == 1 ? 1 : times) * wobble(run, (size_t)side));
        add_end(r, "complete");
    }
}

static void put_sides(FILE *f)
{
    const char *names[] = {"old", "new", NULL};
    struct table_options gate = usual;
    struct runs r = {0};

    gate.names = names;
    gate.gate = true;
    fputs("## sides\n", f);
    add_sides(&r, 1.25, false);
    put_table(f, &r, &usual, false, NULL);
    fputs("## sides that have names, and a gate\n", f);
    add_sides(&r, 1.25, false);
    put_table(f, &r, &gate, false, NULL);
    fputs("## not interleaved\n", f);
    add_sides(&r, 2, true);
    put_table(f, &r, &usual, false, "fastest: ");
    fputs("## hidden shares\n", f);
    for (size_t i = 0; i < 24; i++) {
        long side = 1 + (long)i % 2, run = (long)i / 2;

        add_run(&r, 10 * (double)run + (double)side, side, run + 1);
        add_hidden(&r, "overlap", 8, 1,
                   (side == 1 ? 0.5 : 0.75) *
                       wobble((size_t)run, (size_t)side));
        /* below 0: on the first side within the noise, not on the second */
        add_hidden(&r, "overlap", 64, 1,
                   side == 1 ? (run / 2 % 2 ? 0.05 : -0.06)
                             : -0.4 * wobble((size_t)run, 2));
        add_end(&r, "complete");
    }
    put_table(f, &r, &usual, false, NULL);
}

/* Adds a run with 100 and 106 ns, whose clock has steps of 10 ns. */
static void add_coarse(struct runs *r, size_t i, bool finer, bool dithered)
{
    json_t *timers = json_pack("[{s:s, s:f}]", "name", "tsc", "resolution",
                               finer ? 5e-10 : 1e-8);
    struct run *run;

    add_run(r, (double)i, 0, 0);
    run = &r->v[r->n - 1];
    run->step = 1e-8;
    run->dithered = dithered;
    json_object_set_new(run->record, "timer",
                        json_pack("{s:f}", "resolution", run->step));
    json_object_set_new(run->record, "timers", timers);
    for (size_t k = 0; k < 2; k++) {
        json_t *record = case_made(
            algos[k], 8,
            &(struct pass_made){0.1 * (k > 0 ? 1.06 : 1) * wobble(i, k), {0}},
            1);

        json_object_set_new(record, "valid", json_integer(1000));
        add_record(r, record);
    }
    add_end(r, "complete");
}

static void put_coarse(FILE *f)
{
    static const struct {
        const char *what, *begin;
        bool finer, dithered;
    } clocks[] = {{"a clock is coarse", "note: ", true, false},
                  {"so are all", "note: ", false, false},
                  {"but launches begin anywhere", "fastest: ", true, true}};

    for (size_t k = 0; k < LENGTH(clocks); k++) {
        struct runs r = {0};

        for (size_t i = 0; i < 12; i++)
            add_coarse(&r, i, clocks[k].finer, clocks[k].dithered);
        fprintf(f, "## %s\n", clocks[k].what);
        put_table(f, &r, &usual, false, clocks[k].begin);
    }
}

/* A single algorithm, with a rate next to the time; too few runs for an
 * interval; failed runs; cases without figures. */
static void put_few(FILE *f)
{
    struct runs r = {0};

    fputs("## few runs\n", f);
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
    put_table(f, &r, &usual, false, NULL);
}

/* Prints the advice for the runs; frees them. */
static void put_advice(FILE *f, struct runs *r, const char *file)
{
    struct table t;
    char *text;

    make_table(&t, r, NULL);
    text = advice_text(&t, file);
    fprintf(f, "%s\n", text != NULL ? text : "(none)");
    free(text);
    table_free_rows(&t);
    runs_free(r);
}

/* Adds blocks of two sides, the second 1.06 times as slow, with noise of +-10 %
 * whose sign changes every `every` blocks. */
static void add_noise(struct runs *r, size_t every)
{
    for (size_t i = 0; i < 24; i++)
        for (long side = 1; side <= 2; side++) {
            add_run(r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_case(r, "native", 8,
                     side == 1 ? 1 : 1.06 * (i / every % 2 ? 1.1 : 0.9));
        }
}

static void put_advices(FILE *f)
{
    struct runs r = {0};

    fputs(
        "## advice: not interleaved; all is told; more runs, of no file and of "
        "one; no use\n",
        f);
    add_sides(&r, 2, true);
    put_advice(f, &r, NULL);
    add_sides(&r, 1.25, false);
    put_advice(f, &r, NULL);
    add_noise(&r, 3);
    put_advice(f, &r, NULL);
    add_noise(&r, 3);
    put_advice(f, &r, "a.jsonl");
    add_noise(&r, 12);
    put_advice(f, &r, NULL);
    fputs("## advice: long, and too long\n", f);
    for (int long_runs = 0; long_runs < 2; long_runs++) {
        add_noise(&r, 3);
        for (size_t i = 0; i < r.n; i++)
            r.v[i].seconds = long_runs ? 1e7 : 1e3;
        put_advice(f, &r, NULL);
    }
}

/* Runs that differ by 10 %: alternating, so that the six parts are equal; or in
 * one jump. Passes of a single run tell nothing about the next run. */
UNIT_TEST(test_width)
{
    static const struct pass_made passes[] = {{1, {0}}, {1, {0}}, {1, {0}},
                                              {1, {0}}, {1, {0}}, {1, {0}}};
    struct table_options of_passes = usual;

    of_passes.passes = true;
    for (size_t n = 5; n <= 12; n++) {
        struct runs r = {0};
        struct table t;
        double width;

        for (size_t i = 0; i < n; i++) {
            add_run(&r, (double)i, 0, 0);
            add_case(&r, "native", 8, i % 2 ? 1.1 : 1);
            add_end(&r, "complete");
        }
        make_table(&t, &r, NULL);
        width = advice_width(&t);
        if (n < SIGN_MIN)
            assert_true(width == INFINITY);
        else if (n == 12)
            assert_close(width, log(1.1) * sqrt(12. / 11) / M_SQRT2);
        else
            assert_true(width > log(1.1) / 2);
        table_free_rows(&t);
        runs_free(&r);
    }
    for (size_t k = 0; k < 2; k++) {
        struct runs r = {0};
        struct table t;

        add_run(&r, 0, 0, 0);
        add_passes(&r, "native", 8, passes, LENGTH(passes));
        make_table(&t, &r, k > 0 ? &of_passes : NULL);
        assert_true(advice_width(&t) == INFINITY);
        table_free_rows(&t);
        runs_free(&r);
    }
}

UNIT_TEST(test_readable)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    put_rivals(f);
    put_many(f);
    put_states(f);
    put_sides(f);
    put_coarse(f);
    put_few(f);
    put_advices(f);
    text_close(f);
    assert_golden(text, "src/print/test/print_table.txt");
}

UNIT_TEST(test_markdown)
{
    static const struct {
        const char *text, *markdown;
    } cases[] = {
        {"native: 10.2 us, +-4 %", "native: 10.2 us, +-4 %"},
        {"reduce_scatter_block", "reduce_scatter_block"},
        {"_a_ *b* `c` ~d~", "\\_a\\_ \\*b\\* \\`c\\` \\~d\\~"},
        {"a|b\\|c", "a\\|b\\\\\\|c"},
        {"<img src=x> &lt;", "\\<img src=x\\> \\&lt;"},
        {"[x](http://y)", "\\[x\\](http://y)"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        char *text = markdown_text(xstrdup(cases[i].text));

        assert_string_equal(text, cases[i].markdown);
        free(text);
    }
}
