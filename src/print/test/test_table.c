/* test_table.c: rows made from runs: values, ratios, signs, states. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/test/records.h"
#include "lib/test/unit.h"
#include "lib/xmalloc.h"
#include "print/output.h"
#include "print/parts.h"

enum { HOUR = 3600 };

/* The runs of the current test. */
static struct runs r;
static struct table t;
static const struct row *row;

static void finish(void)
{
    table_free_rows(&t);
    runs_free(&r);
}

/* A run that lacks one of the two cases has no ratio. */
UNIT_TEST(test_missing)
{
    for (size_t i = 0; i < 12; i++) {
        add_run(&r, (double)i, 0, 0);
        if (i >= 2)
            add_case(&r, "native", 8, 2 * wobble(i, 1));
        if (i < 10)
            add_case(&r, "fast", 8, wobble(i, 1));
    }
    make_table(&t, &r, NULL);
    row = row_of(&t, "fast", 8, 1, 0);
    assert_int_equal(row->runs, 10);
    assert_int_equal(row->vs.spread.n, 8);
    assert_close(row->vs.value, 2);
    finish();
}

/* Checks the sign of a rival that takes `times` as long, with `noise`. */
static void sign_with(size_t runs, double times, double noise,
                      const char *expected)
{
    for (size_t i = 0; i < runs; i++) {
        add_run(&r, (double)i, 0, 0);
        add_case(&r, "native", 8, 10);
        add_case(&r, "other", 8, 10 * times * (i % 2 ? 1 + noise : 1 - noise));
    }
    make_table(&t, &r, NULL);
    row = row_of(&t, "other", 8, 1, 0);
    if (expected != NULL)
        assert_sign(row, expected);
    else
        assert_int_equal(row->sign, SIGN_NONE);
    assert_int_equal(isnan(row->vs.half), runs < VALUES_MIN);
    finish();
}

UNIT_TEST(test_signs)
{
    sign_with(12, 1.5, 0.01, "slower");
    sign_with(12, 0.5, 0.01, "faster");
    sign_with(12, 1, 0.001, "same");
    sign_with(12, 1.02, 0.001, "same"); /* slower, but `same` has precedence */
    sign_with(12, 1.04, 0.001, "slower");
    sign_with(6, 1.02, 0.2, "not told");
    sign_with(6, 1.5, 0.01, "slower");
    sign_with(5, 1.5, 0.01, "not told");
    sign_with(4, 1.5, 0.01, "not told");
    sign_with(3, 1.5, 0.01, NULL);
}

/* A row with a small standard deviation gets that of its column. */
UNIT_TEST(test_column)
{
    double half[3];

    for (size_t i = 0; i < 6; i++) {
        add_run(&r, (double)i, 0, 0);
        add_case(&r, "a", 8, 10);
        add_case(&r, "a", 64, 100 * (i % 2 ? 1.1 : 0.9));
        add_case(&r, "a", 512, 1000 * (i % 2 ? 1.3 : 0.7));
    }
    make_table(&t, &r, NULL);
    half[0] = row_of(&t, "a", 8, 1, 0)->time.half;
    half[1] = row_of(&t, "a", 64, 1, 0)->time.half;
    half[2] = row_of(&t, "a", 512, 1, 0)->time.half;
    assert_close(half[0], half[1]);
    assert_close(half[1], 2 * log(1.1 / 0.9) / 2 * sqrt(1.2));
    assert_true(half[2] > half[1]);
    finish();
}

/* Adds a side: 12 runs, distributed over this number of sittings. */
static void add_sittings(long side, size_t sittings, double began, double times)
{
    runs_begin(&r, side);
    for (size_t i = 0; i < 12; i++) {
        size_t sitting = i * sittings / 12;

        add_run(&r, began + 10 * (double)i + (double)sitting * 24 * HOUR, 0, 0);
        add_case(&r, "native", 8, 10 * times * wobble(i, (size_t)side));
        add_case(&r, "fast", 8, 5 * times * wobble(i, (size_t)side + 2));
        add_end(&r, "complete");
    }
}

UNIT_TEST(test_turns)
{
    add_sittings(1, 1, 0, 1);
    add_sittings(2, 1, 5, 1.2);
    make_table(&t, &r, NULL);
    assert_true(t.interleaved);
    assert_int_equal(r.blocks, 12);
    row = row_of(&t, "native", 8, 2, 0);
    assert_true(row->interleaved);
    assert_sign(row, "slower");
    /* on the first side, native has no baseline */
    assert_int_equal(row_of(&t, "native", 8, 1, 0)->base, NO_ROW);
    finish();
}

/* Compares two files from different sittings, not interleaved. */
static void apart_with(size_t sittings, double times, const char *expected)
{
    add_sittings(1, sittings, 0, 1);
    add_sittings(2, 1, 100 * 24 * HOUR, times);
    make_table(&t, &r, NULL);
    assert_false(t.interleaved);
    row = row_of(&t, "native", 8, 2, 0);
    assert_true(row->between_sides);
    assert_false(row->interleaved);
    assert_true(row_of(&t, "fast", 8, 1, 0)->interleaved);
    assert_true(fabs(row->vs.value * times - 1) < 0.01);
    assert_sign(row, expected);
    finish();
}

UNIT_TEST(test_apart)
{
    apart_with(1, 1.2, "not told");
    apart_with(1, 1.45, "not told");
    apart_with(1, 1.6, "slower");
    apart_with(1, 0.6, "faster");
    apart_with(1, 1, "not told");
    apart_with(2, 1.01, "not told");
    apart_with(2, 1.2, "slower");
    apart_with(12, 1, "same");
}

/* With a reference, effects that all runs of a sitting share cancel. */
UNIT_TEST(test_reference)
{
    struct table_options o = {
        .same = 0.03, .sitting = HOUR, .reference = "native"};

    add_sittings(1, 12, 0, 1);
    add_sittings(2, 1, 100 * 24 * HOUR, 2);
    make_table(&t, &r, &o);
    row = row_of(&t, "fast", 8, 2, 0);
    assert_true(fabs(row->vs.value - 1) < 0.01);
    assert_sign(row, "same");
    /* the reference itself is compared without division */
    assert_sign(row_of(&t, "native", 8, 2, 0), "slower");
    finish();
}

/* Ratios are marked if they are not the quotient of the times: the baseline has
 * runs without a partner, or outliers that its rival does not have. */
UNIT_TEST(test_unlike_quotient)
{
    for (int more = 0; more < 2; more++) {
        for (size_t i = 0; i < 12; i++) {
            add_run(&r, 10 * (double)i, 1, (long)i + 1);
            add_case(&r, "native", 8,
                     (more == 1 && i > 7 ? 40 : 20) * wobble(i, 1));
            add_case(&r, "same", 8, 20 * wobble(i, 2));
            if (more == 0 || i < 8)
                add_case(&r, "fast", 8, 10);
            add_end(&r, "complete");
        }
        make_table(&t, &r, NULL);
        assert_false(row_of(&t, "native", 8, 1, 0)->unlike_quotient);
        row = row_of(&t, "fast", 8, 1, 0);
        assert_int_equal(row->unlike_quotient, more);
        assert_true(fabs(row->vs.value - 2) < 0.1);
        assert_close(row->time.value, 10e-6);
        finish();
    }
}

/* Two of three sides are chosen and renumbered. */
UNIT_TEST(test_choose)
{
    r = (struct runs){.chosen = {3, 1}};

    for (size_t i = 0; i < 6; i++)
        for (long side = 1; side <= 3; side++) {
            add_run(&r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_case(&r, "native", 8, (double)side);
        }
    assert_int_equal(r.n, 12);
    make_table(&t, &r, NULL);
    assert_int_equal(t.n, 2);
    assert_close(row_of(&t, "native", 8, 1, 0)->time.value, 3e-6);
    assert_close(row_of(&t, "native", 8, 2, 0)->vs.value, 3);
    finish();
}

UNIT_TEST(test_hidden)
{
    for (size_t i = 0; i < 6; i++)
        for (long side = 1; side <= 2; side++) {
            double common = 0.05 * (double)i;

            add_run(&r, 10 * (double)i + (double)side, side, (long)i + 1);
            add_hidden(&r, "native", 8, 1, common - (side == 1 ? 0.1 : -0.3));
            add_hidden(&r, "overlap", 8, 1, common);
        }
    make_table(&t, &r, NULL);
    row = row_of(&t, "native", 8, 1, 0);
    assert_true(row->plain);
    assert_close(row->time.value, 0.025);
    row = row_of(&t, "native", 8, 2, 0);
    assert_close(row->vs.value, 0.4);
    assert_true(fabs(row->vs.half) < 1e-12);
    assert_sign(row, "faster");
    assert_sign(row_of(&t, "overlap", 8, 2, 0), "same");
    /* shares of rivals on the same side are not compared */
    assert_int_equal(row_of(&t, "overlap", 8, 1, 0)->base, NO_ROW);
    finish();
}

/* Below 0 within its noise: people read ~0, programs the number. */
UNIT_TEST(test_hidden_below_0)
{
    static const struct {
        enum output_format format;
        const char *has;
    } outputs[] = {
        {FORMAT_TABLE, "    8     ~0 "},
        {FORMAT_MD, "|    \\~0 |"},
        {FORMAT_CSV, ",-0.015625,"},
        {FORMAT_FULL, " -1.562\n"},
    };
    struct view v;
    char *text;

    for (size_t i = 0; i < 12; i++) {
        add_run(&r, (double)i, 0, 0);
        add_hidden(&r, "overlap", 8, 1, i / 2 % 2 ? 0.0625 : -0.09375);
        add_end(&r, "complete");
    }
    make_table(&t, &r, NULL);
    for (size_t i = 0; i < LENGTH(outputs); i++) {
        text = output_text(&t, outputs[i].format);
        if (strstr(text, outputs[i].has) == NULL)
            fail_msg("no '%s' in %s", outputs[i].has, text);
        free(text);
    }
    text = merged_text(&t);
    assert_non_null(strstr(text, "\"hidden\":-0.015625,"));
    free(text);
    view_make(&v, &t, 0);
    text = summary_figures(&v);
    assert_string_equal(text, "overlap: ~0 hidden");
    free(text);
    view_free(&v);
    finish();
}
