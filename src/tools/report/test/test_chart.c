/* test_chart.c: axes and pictures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/view.h"
#include "tools/report/report.h"

/* ---- axes ---------------------------------------------------------------- */

enum { MOST = 8 };

UNIT_TEST(test_ticks)
{
    static const struct {
        struct axis axis;
        size_t most;
        int base;
        const char *ticks;
    } cases[] = {
        {{0.9, 2.2}, 8, 10, "1 1.2 1.4 1.6 1.8 2 2.2"},
        {{0.98, 1.03}, 8, 10, "0.98 0.99 1 1.01 1.02 1.03"},
        {{2, 9.9}, 8, 10, "2 3 4 5 6 7 8 9"},
        {{0.9, 99}, 8, 10, "1 2 5 10 20 50"},
        {{0.3, 500}, 8, 10, "1 10 100"},
        {{1e-3, 1.1e6}, 5, 10, "0.01 1 100 10000 1e+06"},
        {{0.7, 70}, 6, 2, "1 4 16 64"},
        {{0.7, 1.4e6}, 6, 2, "1 16 256 4096 65536 1.04858e+06"},
        {{48, 130}, 6, 2, "64 128"},
    };

    for (size_t i = 0; i < LENGTH(cases); i++) {
        double tick[MOST];
        size_t n = axis_ticks(&cases[i].axis, tick, cases[i].most,
                              cases[i].base),
               length;
        char *text;
        FILE *f = text_open(&text, &length);

        for (size_t k = 0; k < n; k++)
            fprintf(f, "%s%g", k > 0 ? " " : "", tick[k]);
        text_close(f);
        assert_string_equal(text, cases[i].ticks);
        free(text);
    }
}

UNIT_TEST(test_fit)
{
    const struct mark one = {10, NAN, NAN},
                      marks[] = {{10, 9, 12}, {NAN, NAN, NAN}, {40, 1, 1000}};
    struct axis a;

    axis_fit(&a, marks, 3);
    /* cut off at a third of 10 and three times 40; 5 % space at each end */
    assert_close(a.lo, 10 / 3.0 / pow(36, 0.05));
    assert_close(a.hi, 120 * pow(36, 0.05));
    assert_close(axis_at(&a, a.lo), 0);
    assert_close(axis_at(&a, sqrt(a.lo * a.hi)), 0.5);
    assert_close(axis_at(&a, 1), 0);
    assert_close(axis_at(&a, 1000), 1);
    axis_fit(&a, &one, 1);
    assert_true(a.lo < 10 && a.hi > 10);
    axis_fit(&a, marks + 1, 1);
    assert_true(0 < a.lo && a.lo < a.hi);
}

/* ---- pictures ------------------------------------------------------------ */

static size_t count(const char *text, const char *what)
{
    size_t n = 0;

    for (; (text = strstr(text, what)) != NULL; text += strlen(what))
        n++;
    return n;
}

/* Checks that points are inside the frame, at different positions. */
static void check_points(const char *text)
{
    static const char point[] = "<path class='p' d='M";
    double x = 0, y = 0, before = -1;

    text = strstr(text, "<figure>");
    for (; (text = strstr(text, point)) != NULL; text += sizeof(point)) {
        assert_int_equal(sscanf(text + sizeof(point) - 1, "%lf %lf", &x, &y),
                         2);
        assert_in_range((long)x, 50, 466);
        assert_in_range((long)y, 10, 256);
        assert_true(fabs(x - before) > 1);
        before = x;
    }
}

/* Draws pictures of runs of three algorithms, one without the last size. */
static char *picture(const long *bytes, size_t sizes)
{
    static const char *const algos[] = {"native", "<b>", "c"};
    struct runs r = {0};
    struct table t;
    struct view v;
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < 8; i++) {
        add_run(&r, (double)i, 0, 0);
        for (size_t s = 0; s < sizes; s++)
            for (size_t k = 0; k < LENGTH(algos); k++)
                if (k < 2 || s + 1 < sizes || sizes == 1)
                    add_case(&r, algos[k], bytes[s],
                             (double)((s + 1) * (k + 1)) * wobble(i, k + s));
        add_end(&r, "complete");
    }
    make_table(&t, &r, NULL);
    view_make(&v, &t, 0);
    chart_put(f, &v);
    text_close(f);
    view_free(&v);
    table_free_rows(&t);
    runs_free(&r);
    return text;
}

UNIT_TEST(test_picture)
{
    static const long bytes[] = {0, 8, 64, 4096};
    char *text = picture(bytes, 4);

    assert_int_equal(count(text, "<figure>"), 2);
    assert_int_equal(count(text, "<button"), 3);
    /* each row has a point; rows that are compared have two */
    assert_int_equal(count(text, "<title>"), 4 + 4 + 3 + 4 + 3);
    assert_int_equal(count(text, "<title>native"), 4);
    assert_int_equal(count(text, "<b>"), 0);
    assert_non_null(strstr(text, "<title>c, 64 B: "));
    assert_non_null(strstr(text, "Times as fast as native"));
    assert_non_null(strstr(text, ">0 B</text>"));
    assert_non_null(strstr(text, ">4 KiB</text>"));
    assert_int_equal(count(text, "class='one'"), 1);
    check_points(text);
    free(text);
}

UNIT_TEST(test_one_size)
{
    static const long bytes[] = {0};
    char *text = picture(bytes, 1);

    assert_int_equal(count(text, "<title>"), 3 + 2);
    assert_int_equal(count(text, ">native</text>"), 2);
    assert_int_equal(count(text, ">0 B</text>"), 2);
    check_points(text);
    free(text);
}

/* Adds runs of three operations. The gauge shows two states during the first,
 * was not read during the second, and shows the second state in only one run of
 * the third. */
static void add_states(struct runs *r)
{
    static const char *const ops[] = {"bcast", "gather", "reduce"};

    for (size_t i = 0; i < 8; i++) {
        add_run(r, (double)i, 0, 0);
        for (size_t op = 0; op < LENGTH(ops); op++) {
            double far = op == 0 || i == 0 ? 240 : 66;
            struct pass_made pass[] = {
                {wobble(i, op), {66, 66}},
                {wobble(i, op) * 2, {far, far}},
            };
            json_t *record;

            if (op == 1)
                pass[0].oneway[0] = pass[1].oneway[0] = 0;
            record = case_made("native", 8, pass, LENGTH(pass));
            json_object_set_new(record, "op", json_string(ops[op]));
            add_record(r, record);
        }
        add_end(r, "complete");
    }
}

/* Points and legend name the states of the table that the view shows. */
UNIT_TEST(test_states)
{
    static const struct {
        size_t points, near, far; /* near, far: points, and the legend */
    } expected[] = {{2, 2, 2}, {1, 0, 0}, {1, 2, 0}};
    struct runs r = {0};
    struct table t;

    add_states(&r);
    make_table(&t, &r, NULL);
    for (size_t i = 0, first = 0; i < LENGTH(expected); i++) {
        struct view v;
        size_t length;
        char *text;
        FILE *f = text_open(&text, &length);

        view_make(&v, &t, first);
        chart_put(f, &v);
        text_close(f);
        assert_int_equal(count(text, "<title>native, 8 B"), expected[i].points);
        assert_int_equal(count(text, "near"), expected[i].near);
        assert_int_equal(count(text, "far"), expected[i].far);
        first = view_end(&v);
        view_free(&v);
        free(text);
    }
    table_free_rows(&t);
    runs_free(&r);
}

/* Of two algorithms at three sizes, the second one is wrong at two. */
UNIT_TEST(test_wrong)
{
    static const long bytes[] = {8, 64, 4096};
    struct runs r = {0};
    struct table t;
    struct view v;
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    for (size_t i = 0; i < 8; i++) {
        add_run(&r, (double)i, 0, 0);
        for (size_t s = 0; s < LENGTH(bytes); s++) {
            struct pass_made pass = {wobble(i, s), {0, 0}};
            json_t *record = case_made("<b>", bytes[s], &pass, 1);

            json_object_set_new(record, "mismatches",
                                json_integer(s != 1 && i == 3));
            add_case(&r, "native", bytes[s], 2 * wobble(i, s));
            add_record(&r, record);
        }
        add_end(&r, "complete");
    }
    make_table(&t, &r, NULL);
    view_make(&v, &t, 0);
    chart_put(f, &v);
    text_close(f);
    assert_int_equal(count(text, "<title>native"), 3);
    assert_int_equal(count(text, "<title>&lt;b&gt;"), 2); /* and its ratio */
    assert_int_equal(count(text, "<title>&lt;b&gt;, 64 B"), 2);
    assert_non_null(strstr(text, "<p>Wrong results are not drawn: &lt;b&gt; at "
                                 "8 B, 4 KiB.</p>"));
    view_free(&v);
    table_free_rows(&t);
    runs_free(&r);
    free(text);
    text = picture(bytes, LENGTH(bytes));
    assert_int_equal(count(text, "not drawn"), 0);
    free(text);
}
