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
#include "tools/compare/merge_choose.h"
#include "tools/compare/merge_parts.h"
#include "tools/compare/merge_rows.h"
#include "tools/compare/merge_states.h"
#include "tools/compare/sittings.h"

enum { WIDEST = 80 };

/* ---- rows ---------------------------------------------------------------- */

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
    if (merged_lines(m) > 0 && has_ratios(m))
        fputs("# state all: geometric mean of the states' ratios\n", f);
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
        value = c->value(&(struct merged_cell){m, &m->v[0], c, NULL});
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
    rows_make(&t, m, &chosen);
    while (!view->full && view->ncolumns == 0 && table_width(&t) > WIDEST) {
        const struct merged_column *out = chosen_leave_out(&chosen);
        char *before = names;

        if (out == NULL)
            break;
        names = xasprintf("%s%s%s", before, *before != '\0' ? ", " : "",
                          merged_title(out));
        free(before);
        table_free(&t);
        rows_make(&t, m, &chosen);
    }
    if (view->full)
        put_constants(f, m);
    put_legend(f, m, &chosen);
    if (*names != '\0')
        fprintf(f, "# columns not shown: %s (--columns, --full)\n", names);
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

/* NULL with *cause malloced: there is no such state. */
static json_t *show_table(FILE *f, const struct runs *runs,
                          const struct judge_options *o,
                          const struct merged_view *view, size_t table,
                          char **cause)
{
    struct merged m;
    json_t *records;

    if (merged_make_states(&m, runs, o, view->state, cause) != 0)
        return NULL;
    merged_name(&m, view->name, view->nnames);
    merged_head(f, &m);
    put_rows(f, &m, view);
    merged_close(f, &m);
    records = merged_records(&m, table);
    merged_free(&m);
    return records;
}

json_t *merged_show(FILE *f, const struct runs *runs,
                    const struct judge_options *o,
                    const struct merged_view *view, char **cause)
{
    json_t *all = json_array(), *records;
    size_t n, *of = comparable_tables(runs, &n);

    for (size_t k = 0; k < n && all != NULL; k++) {
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
        records = show_table(f, &own, o, view, k + 1, cause);
        if (records != NULL) {
            json_array_extend(all, records);
            json_decref(records);
        } else {
            json_decref(all);
            all = NULL;
        }
        if (k + 1 < n)
            putc('\n', f);
        runs_free(&own);
    }
    free(of);
    return all;
}
