/* output.c: prints a table in any output format; turns its rows into `merged`
 * records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "print/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "compare/values.h"
#include "lib/json.h"
#include "lib/number.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "print/advice.h"
#include "print/foreign.h"
#include "print/grid.h"
#include "print/pairs.h"
#include "print/parts.h"
#include "print/view.h"
#include "record/csv_rows.h"
#include "record/full.h"

/* ---- rows as records ----------------------------------------------------- */

static void mean_add(double *sum, size_t *n, double x)
{
    *sum += isnan(x) ? 0 : x;
    *n += !isnan(x);
}

/* Returns a gauge's mean reading around the row's passes, in seconds. If two
 * tables have one state each, the readings show if it is the same state. */
static json_t *gauge_mean(const struct table *t, const struct row *row,
                          int gauge)
{
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < t->r->n; i++) {
        const struct observation *o = runs_observed(row->c, i);

        for (size_t k = 0; o != NULL && k < 2 * o->n; k++)
            if (t->r->v[i].side == row->side &&
                states_of(row_states(t, row), &o->pass[k / 2]) == row->state)
                mean_add(&sum, &n, o->pass[k / 2].gauge[gauge][k % 2]);
    }
    return value_real(n > 0 ? exp(sum / (double)n) : NAN);
}

static struct figure time_of(const struct table *t, const struct row *row)
{
    struct figure f = row->time;

    if (row->plain) {
        values_spread(&f.spread, t, row, NULL);
        figure_set(&f, interval_half(&f.spread, 0, 0), false);
    }
    return f;
}

static json_t *vs_record(const struct table *t, const struct row *row)
{
    const struct row *base;

    if (row->base == NO_ROW)
        return json_null();
    base = &t->v[row->base];
    return json_pack(
        "{s:I, s:s, s:o, s:o, s:o, s:b}", "side", (json_int_t)base->side,
        "algo", row_text(base, "algo"), "speedup", value_real(row->vs.value),
        "range", value_range(row->vs.lo, row->vs.hi), "sign",
        json_text(sign_word(row->sign)), "interleaved", row->interleaved);
}

static json_t *of_last(const struct row *row, const char *field)
{
    return json_incref(json_object_get(row->last, field));
}

static void put_count(json_t *to, const char *name, size_t n)
{
    put_value(to, name, json_integer((json_int_t)n));
}

/* Adds a value as NAME, and its interval as NAME_range. */
static void put_range(json_t *to, const char *name, double value, double lo,
                      double hi)
{
    char *range = xasprintf("%s_range", name);

    put_value(to, name, value_real(value));
    put_value(to, range, value_range(lo, hi));
    free(range);
}

static json_t *merged_record(const struct table *t, const struct row *row)
{
    static const char *const means[] = {"rank_mean", "rank_min", "rank_max"};
    static const char *const latest[] = {"last_rank", "last_share", "last_by"};
    double bytes = number_of(row->last, "traffic_bytes");
    double messages = number_of(row->last, "traffic_messages");
    const struct figure time = time_of(t, row);
    const struct figure *hidden = row->plain ? &row->time : &no_figure;
    json_t *to = json_pack("{s:s}", "type", "merged");

    json_object_update(to, row->c->which);
    put_value(to, "state", json_text(row_state_name(t, row)));
    for (int g = 0; g < GAUGES_WATCHED; g++)
        put_value(to, gauge_kinds[g].name, gauge_mean(t, row, g));
    put_value(to, "side",
              json_pack("{s:I, s:o}", "number", (json_int_t)row->side, "name",
                        json_text(side_name(t, row->side))));
    put_count(to, "runs", row->runs);
    put_count(to, "empty", row->empty);
    put_count(to, "wrong", row->wrong);
    put_count(to, "odd", row->time.spread.outliers);
    put_value(to, "two_groups", json_boolean(row->time.spread.two_groups));
    put_value(to, "estimate", value_real(time.value));
    put_value(to, "range", value_range(time.lo, time.hi));
    put_value(to, "vs", vs_record(t, row));
    for (size_t i = 0; i < sizeof(means) / sizeof(means[0]); i++)
        put_value(to, means[i], value_real(row_mean(t, row, means[i])));
    for (size_t i = 0; i < sizeof(latest) / sizeof(latest[0]); i++)
        put_some(to, latest[i], of_last(row, latest[i]));
    put_value(to, "main", of_last(row, "main"));
    /* the rate's interval: reciprocals of the time's */
    put_range(to, "bandwidth", bytes / time.value, bytes / time.hi,
              bytes / time.lo);
    put_range(to, "message_rate", messages / time.value, messages / time.hi,
              messages / time.lo);
    put_range(to, "hidden", hidden->value, hidden->lo, hidden->hi);
    put_value(to, "reason", row->runs == 0 ? of_last(row, "reason") : NULL);
    put_value(to, "figures", json_incref(row->figures) ?: json_object());
    put_value(to, "figures_range", json_incref(row->ranges) ?: json_object());
    put_some(to, "busbw",
             value_real(number_of(row->last, "busbw") *
                        number_of(row->last, "median") / time.value));
    return to;
}

/* The threshold is stored so that it also splits runs added later. */
static json_t *table_record(const struct table *t)
{
    const struct state_cut *cut = &t->states.cut;

    return json_pack(
        "{s:s, s:i, s:o}", "type", "table", "format", RECORD_FORMAT, "cut",
        cut->gauge < 0
            ? json_null()
            : json_pack("{s:s, s:f, s:f, s:f}", "gauge",
                        gauge_kinds[cut->gauge].name, "at", exp(cut->at), "low",
                        exp(cut->low), "high", exp(cut->high)));
}

json_t *merged_rows(const struct table *t, size_t first, size_t end)
{
    json_t *all = json_array();

    for (size_t i = first; i < end; i++)
        json_array_append_new(all, merged_record(t, &t->v[i]));
    return all;
}

char *merged_text(const struct table *t)
{
    json_t *all = merged_rows(t, 0, t->n);
    char *text;

    json_array_insert_new(all, 0, table_record(t));
    text = records_lines(all);
    json_decref(all);
    return text;
}

/* ---- the readable table -------------------------------------------------- */

static void blank_repeats(struct grid *g)
{
    for (size_t i = g->n - g->cols; i > g->cols; i -= g->cols)
        if (strcmp(g->cell[i], g->cell[i - g->cols]) == 0)
            *g->cell[i] = '\0';
}

static void put_block(FILE *f, const struct view *v, size_t state,
                      bool markdown)
{
    struct grid g;
    size_t from = 0;

    do {
        from = grid_of_view(&g, v, state, from);
        if (!markdown)
            blank_repeats(&g);
        grid_print(f, &g, markdown);
        if (from + 1 < v->rivals)
            putc('\n', f);
    } while (from + 1 < v->rivals);
}

/* Explains a "?" although the interval excludes 1: too few runs for a sign. */
static void put_few(FILE *f, const struct view *v)
{
    for (size_t i = v->first; i < v->first + v->n; i++) {
        const struct row *row = &v->t->v[i];

        if (row->sign != SIGN_UNDECIDED || row->vs.spread.n >= SIGN_MIN ||
            isnan(row->vs.half))
            continue;
        fprintf(f, "?: a sign needs %d runs with both figures%s; %s has %zu\n",
                SIGN_MIN, v->states->n > 1 ? " in the same state" : "",
                ROW_SIZE(row), row->vs.spread.n);
        return;
    }
}

static void put_view(FILE *f, const struct view *v, bool markdown)
{
    const struct states *states = v->states;

    print_title(f, v, markdown);
    print_line(f, summary_fastest(v), "  ", markdown);
    print_line(f, grid_legend(v), "", markdown);
    print_head(f, v, markdown);
    for (size_t k = 0; k < states->n; k++) {
        bool known = v->known[k];

        /* otherwise Markdown would join the next line to the table */
        if (k > 0 && markdown)
            putc('\n', f);
        print_state(f, v, k);
        if (states->gauge >= 0 && markdown)
            putc('\n', f);
        if (known)
            put_block(f, v, k, markdown);
    }
    if (markdown)
        putc('\n', f);
    print_reasons(f, v, markdown);
    put_few(f, v);
}

void print_table(FILE *f, const struct table *t, bool markdown)
{
    struct view v;

    for (size_t i = 0; i < t->n; i = view_end(&v)) {
        if (i > 0)
            putc('\n', f);
        view_make(&v, t, i);
        (view_is_pairs(&v) ? print_pairs : put_view)(f, &v, markdown);
        view_free(&v);
    }
    saving_print(f, t, markdown);
}

/* ---- all formats --------------------------------------------------------- */

const struct param_word output_words[] = {
    {.name = "table", .value = FORMAT_TABLE, .help = "the answer first"},
    {.name = "full", .value = FORMAT_FULL, .help = "a line a row, for grep"},
    {.name = "csv", .value = FORMAT_CSV, .help = "all columns, for programs"},
    {.name = "md", .value = FORMAT_MD, .help = "the table as Markdown"},
    {.name = "osu", .value = FORMAT_OSU, .help = "as OSU's benchmarks"},
    {.name = "osu-full",
     .value = FORMAT_OSU_FULL,
     .help = "as OSU's benchmarks with -f"},
    {.name = "imb", .value = FORMAT_IMB, .help = "as Intel's benchmarks"},
    {0},
};

static void print_records(FILE *f, const struct table *t, bool csv)
{
    json_t *all = merged_rows(t, 0, t->n);
    char *text = csv ? csv_of(all, OF_MERGED) : NULL;

    if (csv)
        fputs(text, f);
    else
        full_print(f, all, OF_MERGED);
    free(text);
    json_decref(all);
}

void output_print(FILE *f, const struct table *t, enum output_format format,
                  const char *file)
{
    char *advice;

    switch (format) {
    case FORMAT_TABLE:
    case FORMAT_MD:
        print_table(f, t, format == FORMAT_MD);
        advice = advice_text(t, file);
        if (advice != NULL)
            fprintf(f, format == FORMAT_MD ? "```\n%s\n```\n" : "%s\n", advice);
        free(advice);
        break;
    case FORMAT_FULL:
    case FORMAT_CSV:
        print_records(f, t, format == FORMAT_CSV);
        break;
    case FORMAT_OSU:
    case FORMAT_OSU_FULL:
    case FORMAT_IMB:
        foreign_print(f, t, format, NULL);
        break;
    }
}

char *output_text(const struct table *t, enum output_format format)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    output_print(f, t, format, NULL);
    text_close(f);
    return text;
}

void output_run(FILE *f, const json_t *records, enum output_format format,
                const struct named *named)
{
    struct runs runs;
    struct table t;

    table_of_run(&t, &runs, records, true);
    t.o.noted = true;
    if (named != NULL)
        foreign_print(f, &t, format, named);
    else
        output_print(f, &t, format, NULL);
    table_free_rows(&t);
    runs_free(&runs);
}
