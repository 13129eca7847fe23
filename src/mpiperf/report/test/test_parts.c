/* test_parts.c: phases and what is hidden, in records and in the table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/test/unit.h"
#include "mpiperf/report/record_get.h"
#include "mpiperf/report/test/sample.h"

static void nothing(void *state)
{
    (void)state;
}

static const struct figure phases[] = {
    {.name = "first", .unit = "s", .help = "begins", .launch = true},
    {.name = "second", .unit = "s", .help = "ends", .launch = true},
    {.name = "moved", .unit = "B", .help = "all bytes"},
    {0},
};
static const struct algo hides = {
    .name = "hides",
    .life.figures = phases,
    .compute = nothing,
};
static const struct variant variant_hides = {.algo = &hides, .label = "hides"};
static const struct variant variant_native = {.algo = &algo_native,
                                              .label = "native"};

/* 0.25 of the baseline's time is hidden; the second phase has no interval. */
static void results_make(struct result *native, struct result *r)
{
    *native =
        (struct result){.variant = &variant_native, .time.summary.median = 4.0};
    *r = (struct result){
        .variant = &variant_hides,
        .baseline = native,
        .pure = native,
        .time.summary.median = 8.0,
        .nfigures = 3,
        .has_compute = true,
        .figures = {&phases[0], &phases[1], &phases[2]},
        .all = {.figures = {NAN, NAN, 4096}, .hidden = 0.25},
        .figure_parts =
            {{.summary = {.median = 1.0, .median_lo = 0.5, .median_hi = 2}},
             {.summary = {.median = 7.0, .median_lo = NAN, .median_hi = NAN}}},
        .compute.summary.median = 5.0,
    };
}

/* Takes the value over. */
static void assert_json(json_t *value, const char *expected)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS |
                                       JSON_REAL_PRECISION(6));

    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    json_decref(value);
}

/* The fields of an overlap, in their order. */
static void assert_hidden(const struct result *r, const char *expected)
{
    record_get_fn *const get[] = {record_compute, record_pure, record_total,
                                  record_hidden};
    json_t *all = json_array();

    for (size_t i = 0; i < sizeof(get) / sizeof(get[0]); i++) {
        json_t *value = get[i](&(struct row){.res = r});

        json_array_append_new(all, value != NULL ? value : json_null());
    }
    assert_json(all, expected);
}

static void test_record(void **state)
{
    struct result native, r;

    (void)state;
    results_make(&native, &r);
    assert_json(record_parts(&(struct row){.res = &r}),
                "{\"first\":{\"ci\":[0.5,2.0],\"median\":1.0},"
                "\"second\":{\"ci\":null,\"median\":7.0}}");
    assert_hidden(&r, "[5.0,4.0,8.0,0.25]");
    assert_json(record_figures(&(struct row){.res = &r}), "{\"moved\":4096.0}");
    assert_null(record_figures(&(struct row){.res = &native}));
    assert_null(record_parts(&(struct row){.res = &native}));
    assert_hidden(&native, "[null,null,null,null]");
}

/* What cannot be known is null. */
static void test_record_without_figures(void **state)
{
    struct result native, r;

    (void)state;
    results_make(&native, &r);
    native.time.summary.median = NAN;
    r.all.hidden = NAN;
    assert_hidden(&r, "[5.0,null,8.0,null]");
}

/* Of each pass what there is; the gauges where they are read. */
static void test_passes(void **state)
{
    struct pass passes[] = {
        {.number = 1,
         .at = 0.5,
         .rounds = 3,
         .estimate = 2,
         .figures = {1, NAN, 4},
         .hidden = 0.25,
         .gauge = {{5, NAN}, {0, 0}, {6, 7}}},
        {.number = 3,
         .at = 1.5,
         .rounds = 4,
         .estimate = NAN,
         .figures = {NAN, NAN, NAN},
         .hidden = NAN,
         .gauge = {{5, 8}, {0, 0}, {6, 7}}},
    };
    struct result native, r;

    (void)state;
    results_make(&native, &r);
    r.passes = passes;
    r.npasses = 2;
    r.watched = true;
    assert_json(
        record_passes(&(struct row){.res = &r}),
        "[{\"estimate\":2.0,\"figures\":{\"first\":1.0,\"hidden\":0.25,"
        "\"moved\":4.0},\"gauge\":{\"oneway\":[5.0,null],\"spin\":[6.0,"
        "7.0]},\"pass\":1,\"rounds\":3,\"time\":0.5},{\"estimate\":null,"
        "\"figures\":{},\"gauge\":{\"oneway\":[5.0,8.0],\"spin\":[6.0,7.0"
        "]},\"pass\":3,\"rounds\":4,\"time\":1.5}]");
    native.passes = passes;
    native.npasses = 1;
    assert_json(record_passes(&(struct row){.res = &native}),
                "[{\"estimate\":2.0,\"figures\":{},\"gauge\":null,\"pass\":1,"
                "\"rounds\":3,\"time\":0.5}]");
}

/* The sample with an algorithm that hides; the last one has a figure too. */
static void sample_hides(struct sample *s)
{
    struct result *r = &s->results[0][1];

    sample_rivals(s);
    s->variants[1].algo = &hides;
    r->nfigures = 3;
    r->has_compute = true;
    for (size_t i = 0; i < 3; i++)
        r->figures[i] = &phases[i];
    r->all.figures[2] = 4096;
    r->figure_parts[0].summary =
        (struct summary){.median = 1.25e-7, .median_lo = 1, .median_hi = 2};
    r->figure_parts[1].summary =
        (struct summary){.median = 3.5e-7, .median_lo = NAN, .median_hi = NAN};
}

/* The line of a row: the share in percent, and the phases behind it. */
static void test_table(void **state)
{
    struct sample s;
    struct result *r = &s.results[0][1];
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    (void)state;
    sample_hides(&s);
    r->pure = &s.results[0][0];
    r->all.hidden = -0.125;
    s.r.collected = collected_new();
    format_text.begin(f, &s.r);
    format_text.rows(f, &s.r, s.results[0], s.n[0]);
    format_text.end(f, &s.r, "complete");
    fclose(f);
    collected_free(s.r.collected);
    assert_non_null(strstr(text, "\n# parts.first: begins (s)\n"
                                 "# parts.second: ends (s)\n"
                                 "# figures.moved: all bytes (B)\n"
                                 "# figures.own: of its own\n"));
    assert_non_null(strstr(text, "  hidden_%"));
    assert_non_null(strstr(text, "     -12.5"));
    assert_non_null(strstr(text, "parts.first"));
    assert_non_null(strstr(text, "figures.moved"));
    free(text);
    sample_free(&s);
}

/* The line of that number, malloced. */
static char *line_of(const char *text, int number)
{
    for (; number > 0; number--)
        text = strchr(text, '\n') + 1;
    return strndup(text, strcspn(text, "\n"));
}

static void assert_ends(const char *text, int number, const char *end)
{
    char *line = line_of(text, number);
    size_t n = strlen(line), nend = strlen(end);

    assert_true(n > nend);
    assert_string_equal(line + n - nend, end);
    assert_null(strstr(line, "\"\"parts"));
    assert_null(strstr(line, "\"\"figures"));
    free(line);
}

/* A column a figure, behind those that are always there. */
static void test_csv(void **state)
{
    struct sample s;
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    (void)state;
    sample_hides(&s);
    format_csv.header(f, &s.o);
    format_csv.rows(f, &s.r, s.results[0], s.n[0]);
    fclose(f);
    assert_ends(text, 0,
                ",marks,passes,preset,from_passes,params,"
                "parts_first_median,parts_first_ci_lo,"
                "parts_first_ci_hi,parts_second_median,parts_second_ci_lo,"
                "parts_second_ci_hi,figures_moved,figures_own");
    assert_ends(text, 1, ",,,,,,,,");
    assert_ends(text, 2, ",1.25e-7,1.0,2.0,3.5e-7,,,4096.0,");
    assert_ends(text, 3, ",,,,,,,,0.5");
    free(text);
    sample_free(&s);
}

/* A figure of operations that are not asked for now has no column. */
static void test_csv_of_others(void **state)
{
    json_t *record = json_loads("{\"type\":\"case\",\"figures\":{\"own\":1,"
                                "\"moved\":2},\"parts\":{\"first\":"
                                "{\"median\":3,\"ci\":null}},\"open\":4}",
                                0, NULL);
    struct sample s;
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);

    (void)state;
    sample_rivals(&s); /* `own` alone */
    format_csv.again(f, &s.o, record);
    fclose(f);
    assert_null(strstr(text, "moved"));
    assert_null(strstr(text, "{"));
    assert_string_equal(text + strlen(text) - 4, ",,1\n");
    /* what was read is left as it was */
    assert_int_equal(json_object_size(json_object_get(record, "figures")), 2);
    json_decref(record);
    free(text);
    sample_free(&s);
}

UNIT_GROUP(parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_record),
        cmocka_unit_test(test_record_without_figures),
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_csv_of_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
