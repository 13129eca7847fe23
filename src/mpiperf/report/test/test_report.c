/* test_report.c: what all formats make of results, byte for byte. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "lib/test/unit.h"
#include "config.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/report/marks.h"
#include "mpiperf/report/progress.h"
#include "mpiperf/report/columns.h"
#include "record/fields.h"
#include "files.h"

/* ---- golden output ----------------------------------------------------- */

/* Everything a format says about the sample. */
static char *format_all(const struct format *format, const struct sample *s)
{
    char *text;
    size_t length;
    struct report r = s->r;
    FILE *f = open_memstream(&text, &length);

    if (format->header != NULL)
        format->header(f, r.o);
    r.collected = collected_new();
    if (format->begin != NULL)
        format->begin(f, &r);
    for (size_t i = 0; i < s->ncases; i++)
        format->rows(f, &r, s->results[i], s->n[i]);
    if (format->end != NULL)
        format->end(f, &r, "complete");
    fclose(f);
    collected_free(r.collected);
    return text;
}

/* The version is whatever is being built. */
static char *without_version(char *text)
{
    char *at = strstr(text, PACKAGE_VERSION), *out;

    if (at == NULL)
        return text;
    *at = '\0';
    out = xasprintf("%s@VERSION@%s", text, at + strlen(PACKAGE_VERSION));
    free(text);
    return out;
}

/* GOLDEN_UPDATE=1 writes the file instead, for a look at git diff. */
static void assert_golden(const struct format *format, const struct sample *s,
                          const char *name)
{
    const char *top = getenv("top_srcdir");
    char *path = xasprintf("%s/src/mpiperf/report/test/golden/%s",
                           top == NULL ? "." : top, name);
    char *text = without_version(format_all(format, s)), *golden;
    FILE *f = getenv("GOLDEN_UPDATE") == NULL ? NULL : fopen(path, "w");

    if (f != NULL) {
        fputs(text, f);
        fclose(f);
    }
    golden = file_text(path);
    assert_string_equal(text, golden);
    free(golden);
    free(text);
    free(path);
}

static void test_rivals(void **state)
{
    struct sample s;

    (void)state;
    sample_rivals(&s);
    assert_golden(&format_text, &s, "algos.text");
    assert_golden(&format_csv, &s, "algos.csv");
    assert_golden(&format_jsonl, &s, "algos.jsonl");
    sample_free(&s);
}

static void test_methods(void **state)
{
    struct sample s;

    (void)state;
    sample_methods(&s);
    assert_golden(&format_text, &s, "methods.text");
    assert_golden(&format_csv, &s, "methods.csv");
    assert_golden(&format_jsonl, &s, "methods.jsonl");
    sample_free(&s);
}

static void test_paper(void **state)
{
    struct sample s;

    (void)state;
    sample_paper(&s);
    assert_golden(&format_text, &s, "paper.text");
    assert_golden(&format_csv, &s, "paper.csv");
    assert_golden(&format_jsonl, &s, "paper.jsonl");
    sample_free(&s);
}

static void test_pairs(void **state)
{
    struct sample s;

    (void)state;
    sample_pairs(&s);
    assert_golden(&format_text, &s, "pairs.text");
    assert_golden(&format_csv, &s, "pairs.csv");
    assert_golden(&format_jsonl, &s, "pairs.jsonl");
    sample_free(&s);
}

/* The longer it takes, the less goes by: ends of the interval change places. */
static void test_rates(void **state)
{
    struct sample s;
    struct rate b, m;

    (void)state;
    sample_pairs(&s);
    b = result_bandwidth(&s.results[0][0]);
    m = result_message_rate(&s.results[0][0]);
    assert_true(b.value == 64 * 65536 / 1.024e-3 && m.value == 64 / 1.024e-3);
    assert_true(b.lo < b.value && b.value < b.hi);
    assert_true(m.lo == 64 / (1.01 * 1.024e-3));
    assert_true(m.hi == 64 / (0.99 * 1.024e-3));
    /* no bytes, no bandwidth; no messages, no rate; no figures, neither */
    assert_true(isnan(result_bandwidth(&s.results[1][0]).value));
    assert_true(result_message_rate(&s.results[1][0]).value == m.value);
    assert_true(isnan(result_message_rate(&s.results[2][0]).value));
    s.results[3][0].traffic.messages = 1;
    assert_true(isnan(result_message_rate(&s.results[3][0]).value));
    sample_free(&s);
}

/* A machine of which nothing is known. */
static void test_bare(void **state)
{
    struct sample s;
    char *text;

    (void)state;
    sample_rivals(&s);
    json_object_clear(s.ri.machine);
    json_array_clear(s.ri.warnings);
    s.ri.ranks = NULL;
    s.ri.models = NULL;
    text = format_all(&format_text, &s);
    assert_non_null(strstr(text, "# ranks: 4\n"));
    assert_null(strstr(text, "# machine"));
    assert_null(strstr(text, "# warning"));
    free(text);
    sample_free(&s);
}

/* Every row of the CSV has as many cells as the header. */
static void test_csv_cells(void **state)
{
    struct sample s;
    char *text;
    size_t cells = 1, first = 0;
    int quoted = 0;

    (void)state;
    sample_rivals(&s);
    text = format_all(&format_csv, &s);
    for (const char *c = text; *c != '\0'; c++) {
        quoted ^= *c == '"';
        cells += !quoted && *c == ',';
        if (quoted || *c != '\n')
            continue;
        first = first == 0 ? cells : first;
        assert_int_equal(cells, first);
        cells = 1;
    }
    assert_false(quoted);
    free(text);
    sample_free(&s);
}

/* The fields of a case as the schema has them; json_decref(*schema). */
static json_t *schema_fields(json_t **schema)
{
    const char *top = getenv("top_srcdir");
    char *path =
        xasprintf("%s/doc/record.schema.json", top == NULL ? "." : top);
    json_t *named;

    *schema = json_load_file(path, 0, NULL);
    free(path);
    assert_non_null(*schema);
    named = json_object_get(json_object_get(*schema, "$defs"), "case");
    return json_object_get(named, "properties");
}

/* The schema names the marks, no more and no fewer, in order. */
static void test_schema_marks(void **state)
{
    json_t *schema, *names = json_object_get(schema_fields(&schema), "marks");
    size_t n = 0;

    (void)state;
    names = json_object_get(json_object_get(names, "items"), "enum");
    for (const struct mark *m = marks; m->name != NULL; m++, n++)
        assert_string_equal(json_string_value(json_array_get(names, n)),
                            m->name);
    assert_int_equal(json_array_size(names), n);
    json_decref(schema);
}

/* Is the row of that result marked so? */
static bool is_marked(struct sample *s, const char *name)
{
    const struct row w = {.r = &s->r, .res = &s->results[0][0]};

    for (const struct mark *m = marks; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0)
            return m->holds(&w);
    fail_msg("no mark %s", name);
    return false;
}

/* Whatever ended it: a row of several passes that is not as precise as asked
 * for, or not known to be, is marked. */
static void test_marks_of_passes(void **state)
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

    (void)state;
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

/* The schema names the fields of a case, no more and no fewer. */
static void test_schema_fields(void **state)
{
    json_t *schema, *named = schema_fields(&schema);
    size_t n = 2; /* "type", and "from_passes" of --resume */

    (void)state;
    for (const struct column *f = columns; f->name != NULL; f++) {
        print_message("# %s\n", f->name);
        assert_non_null(json_object_get(named, f->name));
        n++;
    }
    assert_int_equal(json_object_size(named), n);
    json_decref(schema);
}

/* Each field of a case has a value, and each value is of a field: fields.h and
 * columns.h have the same names. */
static void test_fields_have_values(void **state)
{
    (void)state;
    for (const struct column *c = columns; c->name != NULL; c++)
        if (field_find(c->name, OF_CASE) == NULL)
            fail_msg("%s is no field of a case", c->name);
    for (const struct field *f = fields; f->name != NULL; f++) {
        const struct column *c = columns;

        while (c->name != NULL && strcmp(c->name, f->name) != 0)
            c++;
        if ((f->of & OF_CASE) != 0 && c->name == NULL &&
            strcmp(f->name, "from_passes") != 0) /* --resume makes it */
            fail_msg("%s has no value", f->name);
    }
}

/* ---- progress ---------------------------------------------------------- */

static void test_progress(void **state)
{
    char line[256];

    (void)state;
    progress_line(line, sizeof(line), 200, 0, 0, 8, 0.2, "bcast");
    assert_string_equal(line, "[..........] 0/8 cases, ? left: bcast");
    progress_line(line, sizeof(line), 200, 0.25, 2, 8, 60.0, "bcast");
    assert_string_equal(line, "[##........] 2/8 cases, 3:00 left: bcast");
    progress_line(line, sizeof(line), 200, 0.5, 4, 8, 3723.0, "bcast");
    assert_string_equal(line, "[#####.....] 4/8 cases, 1:02:03 left: bcast");
    progress_line(line, sizeof(line), 200, 1, 8, 8, 3723.0, "bcast");
    assert_string_equal(line, "[##########] 8/8 cases, 0 s left: bcast");
    progress_line(line, sizeof(line), 20, 0.25, 2, 8, 60.0, "bcast");
    assert_string_equal(line, "[##........] 2/8 cas");
    progress_line(line, sizeof(line), 0, 0.25, 2, 8, 60.0, "bcast");
    assert_string_equal(line, "# 2/8 cases, 3:00 left: bcast");
}

/* The worst is that of a case that goes on and whose precision is known. */
static void test_progress_what(void **state)
{
    struct op op = {.name = "bcast"};
    struct choice choice = {.op = &op};
    const struct bench_case c = {.choice = &choice, .bytes = 65536};
    struct passes_case cases[] = {
        {.missing = INFINITY}, {.missing = 2.05}, {.missing = 9, .done = true}};
    struct passes p = {.cases = cases, .n = 3, .planned = 20, .pass = 3};
    char *text;

    (void)state;
    text = progress_what(&p, &c, 0.01);
    assert_string_equal(text, "bcast 64 KiB, pass 3 of 20, worst +-4.1 %");
    free(text);
    p.planned = LONG_MAX;
    cases[1].done = true;
    text = progress_what(&p, &c, 0.01);
    assert_string_equal(text, "bcast 64 KiB, pass 3");
    free(text);
    p.planned = 1;
    op.flags = OP_NODATA;
    text = progress_what(&p, &c, 0.01);
    assert_string_equal(text, "bcast");
    free(text);
}

static void test_progress_figures(void **state)
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

    (void)state;
    assert_string_equal(text, "# done: bcast 8 B: native 1.23 us, mine 500 us");
    free(text);
    assert_null(progress_figures(&res[1], 1));
}

UNIT_GROUP(report)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rivals),
        cmocka_unit_test(test_methods),
        cmocka_unit_test(test_paper),
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_rates),
        cmocka_unit_test(test_bare),
        cmocka_unit_test(test_csv_cells),
        cmocka_unit_test(test_schema_fields),
        cmocka_unit_test(test_schema_marks),
        cmocka_unit_test(test_marks_of_passes),
        cmocka_unit_test(test_fields_have_values),
        cmocka_unit_test(test_progress),
        cmocka_unit_test(test_progress_what),
        cmocka_unit_test(test_progress_figures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
