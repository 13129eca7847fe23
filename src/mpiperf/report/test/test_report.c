/* test_report.c: how all formats print results, byte for byte. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "files.h"
#include "lib/test/golden.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/progress.h"
#include "mpiperf/report/rows.h"
#include "ops/pairs.h"
#include "print/output.h"
#include "record/fields.h"
#include "record/test/members.h"
#include "stats/interval.h"

/* Returns everything that a format prints about the sample. */
static char *format_all(const struct format *format, const struct sample *s)
{
    char *text, *header;
    size_t length;
    struct report r = s->r;
    json_t *run = record_run(&r); /* depends on the build */
    FILE *f = text_open(&text, &length);

    header = format->header != NULL ? format->header(r.o) : xstrdup("");
    fputs(header, f);
    free(header);
    r.shown = json_array();
    r.notes = json_array();
    json_object_set_new(run, "mpiperf", json_string("@VERSION@"));
    put_record(f, format, &r, run);
    for (size_t i = 0; i < s->ncases; i++)
        for (size_t k = 0; k < s->n[i]; k++) {
            const struct result_row w = {.r = &r, .res = &s->results[i][k]};
            json_t *note;

            json_decref(marks_find(&w, &note));
            json_array_append_new(r.notes, note);
            put_record(f, format, &r, record_case(&w));
        }
    put_record(f, format, &r, record_end(&r, "complete"));
    text_close(f);
    json_decref(r.shown);
    json_decref(r.notes);
    return text;
}

static const struct {
    void (*make)(struct sample *s);
    const char *name;
} samples[] = {
    {sample_rivals, "algos"}, {sample_methods, "methods"},
    {sample_paper, "paper"},  {sample_pairs, "pairs"},
    {sample_hides, "hides"},
};

enum { SAMPLES = sizeof(samples) / sizeof(samples[0]) };

UNIT_TEST(test_golden)
{
    static const struct {
        const struct format *format;
        const char *suffix;
    } f[] = {
        {&format_full, "text"}, {&format_csv, "csv"}, {&format_jsonl, "jsonl"}};

    for (size_t i = 0; i < SAMPLES; i++) {
        struct sample s;

        samples[i].make(&s);
        for (size_t k = 0; k < sizeof(f) / sizeof(f[0]); k++) {
            char *name = xasprintf("src/mpiperf/report/test/golden/%s.%s",
                                   samples[i].name, f[k].suffix);

            assert_golden(format_all(f[k].format, &s), name);
            free(name);
        }
        sample_free(&s);
    }
}

/* A figure of operations that are not measured now gets no column. */
UNIT_TEST(test_csv_of_others)
{
    json_t *record = json_of("'type':'case','figures':{'own':1,'moved':2},"
                             "'parts':{'first':{'median':3,'ci':null}}");
    struct sample s;
    char *text;
    size_t size;
    FILE *f = text_open(&text, &size);

    sample_rivals(&s); /* only has the figure `own` */
    format_csv.put(f, &s.r, record);
    text_close(f);
    assert_null(strstr(text, "moved"));
    assert_null(strstr(text, "{"));
    assert_string_equal(text + strlen(text) - 4, ",,1\n");
    /* the record itself is unchanged */
    assert_int_equal(json_object_size(json_object_get(record, "figures")), 2);
    json_decref(record);
    free(text);
    sample_free(&s);
}

/* A row with all problems has all the marks in the schema, in the same
 * order. */
UNIT_TEST(test_schema_marks)
{
    json_t *schema = schema_read(), *found;
    struct sample s;
    struct result *res;

    sample_rivals(&s);
    res = &s.results[0][0];
    s.o.how.stop_on_rse = s.o.how.verify = s.ri.shared_cpu = true;
    s.o.how.max_rse = 0.01;
    s.o.how.min_valid = res->all.valid + 1;
    res->all.late = res->disturbed = res->all.launches;
    res->time.summary.rse = res->rse = 0.5;
    res->stop = STOP_MAX_TIME;
    res->all.seconds = 2 * s.o.how.max_time;
    res->several = true;
    res->measured = 1;
    res->failure = "why";
    res->passes[0].gauge[0][0] = 1;
    res->passes[res->npasses - 1].gauge[0][1] = 2;
    res->residual = res->set_back = 1;
    res->mismatches = 1;
    res->fell_back = res->method;
    found = marks_find(&(struct result_row){.r = &s.r, .res = res}, NULL);
    /* a row has only one of each group of marks */
    json_array_insert_new(found, 8, json_string("throttled"));
    json_array_insert_new(found, 9, json_string("own-threads"));
    json_array_insert_new(found, 15, json_string("oversubscribed"));
    json_array_insert_new(found, 17, json_string("shared-core"));
    assert_true(json_equal(found, schema_marks(schema)));
    json_decref(found);
    json_decref(schema);
    sample_free(&s);
}

/* formats.c has words for each mark of the schema. The table itself has the
 * reasons for missing figures. */
UNIT_TEST(test_notes_kinds)
{
    json_t *schema = schema_read(), *marks = schema_marks(schema), *mark;
    json_t *one,
        *notes = json_of(
            "'a':["
            "{'row':'A','texts':[{'kind':'late','extent':2.0,'text':'two'}]},"
            "{'row':'B','texts':[{'kind':'disturbed','extent':0.5,'text':'half'"
            "},"
            "                    "
            "{'kind':'unchecked','extent':0.0,'text':'no'}]},"
            "{'row':'C','texts':[{'kind':'disturbed','extent':0.7,'text':'more'"
            "}]},"
            "{'row':'D','texts':[{'kind':'unchecked','extent':0.0,'text':'no'}]"
            "},"
            "{'row':'E','texts':[{'kind':'no-figures','extent':0.0,'text':'x'}]"
            "}"
            "]");
    char *text;
    size_t length, i;
    FILE *f = text_open(&text, &length);

    notes_print_kinds(f, json_object_get(notes, "a"), "- ");
    text_close(f);
    assert_string_equal(
        text, "- 2 rows were disturbed; the worst: C: more\n"
              "- A: two\n"
              "- 2 rows have results that --verify cannot check; the first: "
              "B: no\n");
    free(text);
    json_decref(notes);
    json_array_foreach(marks, i, mark)
    {
        one = json_pack("[{s:s, s:[{s:O, s:f, s:s}]}]", "row", "A", "texts",
                        "kind", mark, "extent", 0.0, "text", "why");
        f = text_open(&text, &length);
        notes_print_kinds(f, one, "");
        text_close(f);
        assert_string_equal(text, "A: why\n");
        free(text);
        json_decref(one);
    }
    json_decref(schema);
}

/* True if the first row has this mark. */
static bool is_marked(struct sample *s, const char *name)
{
    json_t *record =
        record_case(&(struct result_row){.r = &s->r, .res = &s->results[0][0]});
    json_t *mark;
    bool marked = false;
    size_t i;

    json_array_foreach(json_object_get(record, "marks"), i, mark) marked |=
        strcmp(json_string_value(mark), name) == 0;
    json_decref(record);
    return marked;
}

/* A row of several passes gets a mark if its precision is unknown or less than
 * requested, whatever ended the measurement. */
UNIT_TEST(test_marks_of_passes)
{
    static const struct {
        enum stop stop;
        size_t passes;
        double rse;
        bool missed, few;
    } rows[] = {
        {STOP_CONVERGED, 6, 0.009, false, false},
        {STOP_MAX_LAUNCHES, 20, 0.009, false, false},
        {STOP_MAX_LAUNCHES, 20, 0.018, true, false},
        {STOP_MAX_TIME, 8, NAN, true, false},
        {STOP_BUDGET, 5, NAN, true, false},
        {STOP_BUDGET, 2, NAN, true, true},
        {STOP_BUDGET, 1, NAN, true, true},
    };
    struct sample s;

    sample_rivals(&s);
    s.o.how.max_rse = 0.01;
    s.o.how.stop_on_rse = true;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        s.results[0][0].stop = rows[i].stop;
        s.results[0][0].rse = rows[i].rse;
        s.results[0][0].several = true;
        s.results[0][0].measured = rows[i].passes;
        assert_int_equal(is_marked(&s, "missed-precision"), rows[i].missed);
        assert_int_equal(is_marked(&s, "few-passes"), rows[i].few);
    }
    s.results[0][0].several = false;
    assert_false(is_marked(&s, "few-passes"));
    sample_free(&s);
}

/* Ranks that lost their cores give only one mark, which tells the reason. */
UNIT_TEST(test_marks_of_lost_cores)
{
    static const char *const marks[] = {"disturbed", "own-threads",
                                        "throttled"};
    static const struct {
        long disturbed, by_threads, throttled; /* of 100 launches */
        const char *mark;
    } rows[] = {
        {5, 0, 0, ""},          {6, 0, 0, "disturbed"},
        {6, 3, 0, "disturbed"}, {6, 4, 0, "own-threads"},
        {5, 5, 0, ""},          {90, 90, 1, "throttled"},
        {0, 0, 1, "throttled"},
    };
    struct rank_cpu cpus[SAMPLE_RANKS] = {{0}};
    struct sample s;

    sample_rivals(&s);
    s.results[0][0].cpus = cpus;
    s.results[0][0].all.launches = 100;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        s.results[0][0].disturbed = rows[i].disturbed;
        s.results[0][0].by_threads = rows[i].by_threads;
        cpus[1].stops = (double)rows[i].throttled;
        for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]); k++)
            assert_int_equal(is_marked(&s, marks[k]),
                             strcmp(rows[i].mark, marks[k]) == 0);
    }
    sample_free(&s);
}

/* A figure that is said to be above a limit is above it as printed. */
UNIT_TEST(test_note_of_precision)
{
    struct sample s;
    struct result *res;
    json_t *note;
    const char *text;

    sample_rivals(&s);
    res = &s.results[0][0];
    s.o.how.max_rse = 0.01;
    s.o.how.stop_on_rse = true;
    res->stop = STOP_MAX_VALID;
    res->rse = 0.01003;
    json_decref(marks_find(&(struct result_row){.r = &s.r, .res = res}, &note));
    assert_int_equal(json_unpack(note, "{s:[{s:s}]}", "texts", "text", &text),
                     0);
    assert_string_equal(text, "standard error 1.1 %, above --max-rse 1 %: "
                              "--max-valid ended it");
    json_decref(note);
    sample_free(&s);
}

UNIT_TEST(test_progress)
{
    static const struct {
        int width;
        double share;
        size_t done;
        double seconds;
        const char *line;
    } lines[] = {
        {200, 0, 0, 0.2, "[..........] 0/8 cases, ? left: bcast"},
        {200, 0.25, 2, 60, "[##........] 2/8 cases, 3:00 left: bcast"},
        {200, 0.5, 4, 3723, "[#####.....] 4/8 cases, 1:02:03 left: bcast"},
        {200, 1, 8, 3723, "[##########] 8/8 cases, 0 s left: bcast"},
        {20, 0.25, 2, 60, "[##........] 2/8 cas"},
        {0, 0.25, 2, 60, "# 2/8 cases, 3:00 left: bcast"},
    };
    char line[256];

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        progress_line(line, sizeof(line), lines[i].width, lines[i].share,
                      lines[i].done, 8, lines[i].seconds, "bcast");
        assert_string_equal(line, lines[i].line);
    }
}

/* The widest interval is shown, of unfinished cases where it is known. */
UNIT_TEST(test_progress_what)
{
    static const struct {
        unsigned flags;
        long planned;
        bool done;
        const char *what;
    } rows[] = {
        {0, 20, false, "bcast 64 KiB, pass 3 of 20, worst +-0.8 %"},
        {0, LONG_MAX, true, "bcast 64 KiB, pass 3"},
        {OP_NODATA, 1, true, "bcast"},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct op op = {.name = "bcast", .flags = rows[i].flags};
        struct choice choice = {.op = &op};
        const struct bench_case c = {.choice = &choice, .bytes = 65536};
        struct passes_case cases[] = {{.half = NAN},
                                      {.half = 0.008, .done = rows[i].done},
                                      {.half = 9, .done = true}};
        struct passes p = {
            .cases = cases, .n = 3, .planned = rows[i].planned, .pass = 3};
        char *text = progress_what(&p, &c);

        assert_string_equal(text, rows[i].what);
        free(text);
    }
}

/* With a pass that took 40 times as long as the others, which the table clamps:
 * the standard error of their mean is 77 %. */
UNIT_TEST(test_progress_is_as_the_table)
{
    static const double times[] = {1, 1.01, .99, 1, 1.02, .98,
                                   1, 1.01, .99, 1, 1.01, 40};
    enum { PASSES = sizeof(times) / sizeof(times[0]) };
    struct sample s;
    struct result *res;
    struct passes_case one = {0};
    struct passes passes = {.cases = &one, .n = 1, .planned = 20, .pass = 12};
    char *what, *table, *at, size[16], time[16], half[16], said[32];
    size_t length;
    json_t *records;
    FILE *f = text_open(&table, &length);

    sample_rivals(&s);
    res = &s.results[0][0];
    res->passes = xreallocarray(res->passes, PASSES, sizeof(*res->passes));
    res->npasses = res->measured = PASSES;
    for (size_t i = 0; i < PASSES; i++) {
        res->passes[i] = res->passes[0];
        res->passes[i].estimate = 1e-6 * times[i];
        res->passes[i].parts[PART_TIME].mean = 1e-6 * times[i];
        res->passes[i].parts[PART_TIME].median = 1e-6 * times[i];
    }
    assert_true(result_rse(res) > 0.7);
    records =
        json_pack("[o, o]", record_run(&s.r),
                  record_case(&(struct result_row){.r = &s.r, .res = res}));
    output_run(f, records, FORMAT_TABLE, NULL);
    json_decref(records);
    text_close(f);
    at = strstr(table, "\n    8 ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "%15s %15s %15s", size, time, half), 3);
    assert_string_equal(half, "3");
    one.half = result_half(res, clock_half(1e-9, 118, true));
    what = progress_what(&passes, res->c);
    snprintf(said, sizeof(said), ", worst +-%s %%", half);
    assert_non_null(strstr(what, said));
    free(what);
    free(table);
    sample_free(&s);
}

UNIT_TEST(test_progress_figures)
{
    struct op op = {.name = "bcast"};
    struct choice choice = {.op = &op};
    const struct bench_case c = {.choice = &choice, .bytes = 8};
    struct variant a = {.label = (char *)"native"},
                   b = {.label = (char *)"mine"};
    struct result res[] = {
        {.c = &c, .variant = &a, .time.summary.median = 1.234e-6},
        {.c = &c, .variant = &b, .time.summary.median = NAN},
        {.c = &c, .variant = &b, .time.summary.median = 0.5e-3},
    };
    char *text = progress_figures(res, 3);

    assert_string_equal(text, "# done: bcast 8 B: native 1.23 us, mine 500 us");
    free(text);
    assert_null(progress_figures(&res[1], 1));
}

/* --pairs=each takes at least 6 passes of 20 ms for each round, and at most
 * --max-time or --budget. */
UNIT_TEST(test_progress_pairs)
{
    static const struct method *methods[1];
    struct variant variant = {.label = (char *)"native"};
    struct pair_params each = {.pairs = PAIRS_EACH};
    struct choice choice = {
        .variants = &variant, .nvariants = 1, .values = &each};
    struct bench_case *cases = xcalloc(1024, sizeof(*cases));
    struct plan plan = {cases, 1024};
    struct measuring how;
    char *text;

    measuring_default(&how, methods);
    for (int i = 0; i < 1024; i++)
        cases[i] = (struct bench_case){.choice = &choice, .procs = 1024};
    assert_null(progress_pairs(&plan, &how));
    for (int i = 0; i < 1023; i++)
        cases[i].rounds = 1023;
    text = progress_pairs(&plan, &how);
    assert_string_equal(
        text, "1024 ranks have 523776 pairs, in 1023 rounds; with all sizes "
              "and algorithms 1023 rounds: about 2:03 to 1:25:15 "
              "(--budget=TIME limits it)");
    free(text);
    how.budget = 600;
    text = progress_pairs(&plan, &how);
    assert_non_null(strstr(text, " to 10:00 ("));
    free(text);
    cases[0].procs = 2;
    cases[0].rounds = 1;
    plan.n = 1;
    text = progress_pairs(&plan, &how);
    assert_string_equal(
        text, "2 ranks have 1 pair, in 1 round; with all sizes and algorithms "
              "1 round: about 0 s to 5 s (--budget=TIME limits it)");
    free(text);
    each.pairs = PAIRS_FIND;
    cases[0].procs = 64;
    cases[0].rounds = 36;
    text = progress_pairs(&plan, &how);
    assert_non_null(strstr(text, "64 ranks, in 36 rounds of random pairs; "));
    free(text);
    free(cases);
}
