/* merge_rows.c: the lines of a merged table for people. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_rows.h"

#include <stdlib.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "tools/compare/merge_cells.h"
#include "tools/compare/merge_states.h"

/* ---- cells --------------------------------------------------------------- */

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

static void put_blanks(struct table *t, const struct merged_column *c,
                       const struct merged *m)
{
    size_t n = c->each ? 0 : 1;

    for (size_t k = 0; k < m->nmore && c->each; k++)
        n += merged_column_more(c, m, k) != NULL;
    for (size_t k = 0; k < n; k++)
        table_cell(t, "%s", "");
}

static void set_note(struct table *t, char *note)
{
    if (note != NULL)
        table_note(t, note);
    free(note);
}

static void put_row(struct table *t, const struct merged *m,
                    const struct merged_row *row, const struct chosen *c)
{
    for (size_t k = 0; k < c->n; k++)
        put_cell(t, &(struct merged_cell){m, row, c->v[k], NULL});
    set_note(t, row_note(m, row));
}

/* ---- states -------------------------------------------------------------- */

/* The figures are the state's; all else is the row's, and stands in the first
 * line. */
static void put_line(struct table *t, const struct merged *m,
                     const struct merged_row *row, const struct chosen *c,
                     const struct row_state *line, bool first)
{
    for (size_t k = 0; k < c->n; k++) {
        const struct merged_column *column = c->v[k];

        if (column->of_state)
            put_cell(
                t, &(struct merged_cell){line->table, line->row, column, line});
        else if (first)
            put_cell(t, &(struct merged_cell){m, row, column, line});
        else
            put_blanks(t, column, m);
    }
    set_note(t, state_note(m, row, line, first));
}

/* Is there a column, beside the state's name, for what holds in all of them? */
static bool has_all(const struct chosen *c)
{
    for (size_t k = 0; k < c->n; k++)
        if (c->v[k]->of_all && c->v[k] != merged_column_find("state", NULL))
            return true;
    return false;
}

/* What holds in all of them: no time. */
static void put_all(struct table *t, const struct merged *m,
                    const struct merged_row *row, const struct chosen *c)
{
    for (size_t k = 0; k < c->n; k++)
        if (c->v[k]->of_all)
            put_cell(t, &(struct merged_cell){m, row, c->v[k], NULL});
        else
            put_blanks(t, c->v[k], m);
    set_note(t, NULL);
}

/* How many lines there are for states. */
static size_t put_states(struct table *t, const struct merged *m,
                         const struct merged_row *row, const struct chosen *c)
{
    size_t lines = 0;

    for (size_t k = 0; k < merged_lines(m); k++) {
        const struct row_state *line = merged_line(m, row, k);

        if (line->row == NULL || line->row->time.of.n == 0)
            continue;
        put_line(t, m, row, c, line, lines == 0);
        lines++;
    }
    return lines;
}

void rows_make(struct table *t, const struct merged *m, const struct chosen *c)
{
    *t = (struct table){.gap = 1};
    for (size_t k = 0; k < c->n; k++)
        put_title(t, c->v[k], m);
    for (size_t i = 0; i < m->n; i++) {
        const struct merged_row *row = &m->v[i];
        size_t lines = put_states(t, m, row, c);

        if (lines == 0)
            put_row(t, m, row, c);
        else if (lines > 1 && row->baseline != NULL && has_all(c))
            put_all(t, m, row, c);
    }
}
