/* merge_text.c: the merged table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/quote.h"
#include "lib/table.h"
#include "lib/xmalloc.h"
#include "tools/compare/comparable.h"
#include "tools/compare/differ.h"
#include "tools/compare/fields.h"
#include "tools/compare/merge_cells.h"
#include "tools/compare/merge_choose.h"
#include "tools/compare/merge_parts.h"
#include "tools/compare/sittings.h"

enum { WIDEST = 80 };

/* ---- rows ---------------------------------------------------------------- */

static void put_title(struct table *t, const struct merged_column *c,
                      const struct merged *m)
{
    if (!c->each)
        table_column(t, merged_title(c), 0, c->text.left);
    for (size_t k = 0; k < m->nmore && c->each; k++) {
        const char *name = merged_column_more(c, m, k);
        char *title;

        if (name == NULL)
            continue;
        title = xasprintf("%s%s", SHOWN_FILE(name),
                          c->text.scale == 1e6 ? "_us" : "");
        table_column(t, title, 0, false);
        free(title);
    }
}

static void put_cell(struct table *t, const struct merged_cell *cell)
{
    const struct merged_column *c = cell->column;

    for (size_t k = 0; k < cell->m->nmore && c->each; k++)
        if (merged_column_more(c, cell->m, k) != NULL)
            put_more(t, cell, k);
    if (c->each)
        return;
    if (c->text.put != NULL)
        c->text.put(t, cell);
    else
        put_value(t, cell);
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Why time and ratio have no interval. */
static void put_causes(FILE *f, const char *time, const char *ratio)
{
    if (time != NULL && ratio != NULL && strcmp(time, ratio) == 0) {
        fprintf(f, "; no intervals: %s", time);
        return;
    }
    if (time != NULL)
        fprintf(f, "; no interval of the time: %s", time);
    if (ratio != NULL)
        fprintf(f, "; no interval of the ratio: %s", ratio);
}

/* How many runs figures are of, where that is not all of them. */
static void put_counts(FILE *f, const struct merged *m,
                       const struct merged_row *row, const struct typical *time,
                       const struct typical *ratio)
{
    if (time->n == 0)
        fputs("; no run has figures", f);
    else if (time->n < m->blocks)
        fprintf(f, "; figures in %zu of %zu run%s", time->n, m->blocks,
                plural(m->blocks));
    if (ratio != NULL && ratio->n < time->n)
        fprintf(f, "; ratio of %zu run%s", ratio->n, plural(ratio->n));
    if (time->odd > 0)
        fprintf(f, "; %zu odd run%s", time->odd, plural(time->odd));
    if (ratio != NULL && ratio->odd > 0)
        fprintf(f, "; ratio odd in %zu run%s", ratio->odd, plural(ratio->odd));
    if (row->wrong > 0)
        fprintf(f, "; wrong results in %zu run%s", row->wrong,
                plural(row->wrong));
}

/* What a reader of the figures must not overlook. */
static void put_note(struct table *t, const struct merged *m,
                     const struct merged_row *row)
{
    const struct typical *time = &row->time.of;
    const struct typical *ratio = row->baseline != NULL ? &row->ratio.of : NULL;
    size_t length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    put_causes(f, time->n > 0 ? time->cause : NULL,
               ratio != NULL && ratio->n > 0 ? ratio->cause : NULL);
    put_counts(f, m, row, time, ratio);
    if (fclose(f) != 0)
        out_of_memory();
    if (length > 0) {
        char *note = xasprintf("  # %s", text + 2);

        table_note(t, note);
        free(note);
    }
    free(text);
}

static void table_make(struct table *t, const struct merged *m,
                       const struct chosen *c)
{
    *t = (struct table){.gap = 1};
    for (size_t k = 0; k < c->n; k++)
        put_title(t, c->v[k], m);
    for (size_t i = 0; i < m->n; i++) {
        for (size_t k = 0; k < c->n; k++)
            put_cell(t, &(struct merged_cell){m, &m->v[i], c->v[k]});
        put_note(t, m, &m->v[i]);
    }
}

/* The baseline, if it is the same in all rows. */
static char *baseline_name(const struct merged *m)
{
    const struct merged_row *first = NULL;
    const json_t *algo;

    if (m->sides > 1)
        return merged_side_name(m, m->first) != NULL
                   ? merged_side(m, m->first)
                   : xasprintf("command line %ld", m->first);
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];

        if (row->baseline == NULL)
            continue;
        if (first == NULL)
            first = row->baseline;
        algo = json_object_get(row->baseline->record, "algo");
        if (!json_equal(algo, json_object_get(first->record, "algo")) ||
            json_equal(algo, json_object_get(row->record, "algo")))
            return NULL;
    }
    if (first == NULL)
        return NULL;
    return xstrdup(json_string_value(json_object_get(first->record, "algo")));
}

static bool has_ratios(const struct merged *m)
{
    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].baseline != NULL)
            return true;
    return false;
}

static void put_legend(FILE *f, const struct merged *m, const struct chosen *c)
{
    char *base = baseline_name(m);
    size_t sittings = 0;

    for (size_t i = 0; i < m->n; i++)
        if (m->v[i].sittings > sittings)
            sittings = m->v[i].sittings;
    fprintf(f, "# time_us: typical run; +-%%: half of its %g %% interval, ",
            100 * m->confidence);
    if (sittings > 0)
        fprintf(f, "over %zu sittings\n", sittings);
    else
        fputs("during these runs\n", f);
    if (has_ratios(m))
        fprintf(f, "# ratio: time / that of %s, [%g %% interval]\n",
                base != NULL ? SHOWN_FILE(base) : "what it is compared with",
                100 * m->confidence);
    for (size_t k = 0; k < c->n; k++)
        if (c->v[k]->text.legend != NULL)
            fprintf(f, "# %s\n", c->v[k]->text.legend);
    free(base);
}

/* With --full, what is the same in all rows. */
static void put_constants(FILE *f, const struct merged *m)
{
    for (const struct merged_column *c = merged_columns; c->name != NULL; c++) {
        json_t *value;
        char *text;

        if (c->value == NULL || !chosen_constant(c, m))
            continue;
        value = c->value(&(struct merged_cell){m, &m->v[0], c});
        text = value_text(value);
        fprintf(f, "# %s: %s\n", c->name, text);
        free(text);
        json_decref(value);
    }
}

static void put_rows(FILE *f, const struct merged *m,
                     const struct merged_view *view)
{
    char *names = xstrdup("");
    struct chosen chosen;
    struct table t;

    chosen_init(&chosen, m, view);
    table_make(&t, m, &chosen);
    while (!view->full && view->ncolumns == 0 && table_width(&t) > WIDEST) {
        const struct merged_column *out = chosen_leave_out(&chosen);
        char *before = names;

        if (out == NULL)
            break;
        names = xasprintf("%s%s%s", before, *before != '\0' ? ", " : "",
                          merged_title(out));
        free(before);
        table_free(&t);
        table_make(&t, m, &chosen);
    }
    if (view->full)
        put_constants(f, m);
    put_legend(f, m, &chosen);
    if (*names != '\0')
        fprintf(f, "# no room for %s: --columns, --full\n", names);
    table_print_titles(f, &t);
    table_print_rows(f, &t);
    table_free(&t);
    free(names);
    free(chosen.v);
}

/* ---- all of it ----------------------------------------------------------- */

/* The runs of one of the tables; a copy that is freed by itself. */
static void table_runs(struct runs *out, const struct runs *all,
                       const size_t *of, size_t table)
{
    bool *keep = xcalloc(all->n + 1, sizeof(*keep));

    for (size_t i = 0; i < all->n; i++)
        keep[i] = of[i] == table;
    runs_subset(out, all, keep);
    free(keep);
}

static json_t *show_table(FILE *f, const struct runs *runs,
                          const struct judge_options *o,
                          const struct merged_view *view, size_t table)
{
    struct merged m;
    json_t *records;

    merged_make(&m, runs, o);
    m.name = view->name;
    m.nnames = view->nnames;
    merged_head(f, &m);
    put_rows(f, &m, view);
    merged_close(f, &m);
    records = merged_records(&m, table);
    merged_free(&m);
    return records;
}

json_t *merged_show(FILE *f, const struct runs *runs,
                    const struct judge_options *o,
                    const struct merged_view *view)
{
    json_t *all = json_array(), *records;
    size_t n, *of = comparable_tables(runs, &n);

    for (size_t k = 0; k < n; k++) {
        struct runs own, other;

        table_runs(&own, runs, of, k);
        if (n > 1) {
            table_runs(&other, runs, of, k == 0 ? 1 : 0);
            fprintf(f,
                    "# table %zu of %zu: runs that are not comparable are "
                    "not merged\n",
                    k + 1, n);
            merged_apart(f, &own, &other);
            runs_free(&other);
        }
        differ_sides(f, &own);
        records = show_table(f, &own, o, view, k + 1);
        json_array_extend(all, records);
        json_decref(records);
        if (k + 1 < n)
            putc('\n', f);
        runs_free(&own);
    }
    free(of);
    return all;
}
