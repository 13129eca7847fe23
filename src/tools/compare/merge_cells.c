/* merge_cells.c: which columns the merged table has, and what stands there. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/merge_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "lib/json.h"
#include "lib/quote.h"
#include "tools/compare/fields.h"
#include "tools/compare/merge_states.h"

/* ---- shown or not -------------------------------------------------------- */

bool shown_varied(const struct merged_column *c, const struct merged *m)
{
    return merged_varies(m, c->name);
}

bool shown_sides(const struct merged_column *c, const struct merged *m)
{
    (void)c;
    return m->sides > 1;
}

bool shown_states(const struct merged_column *c, const struct merged *m)
{
    (void)c;
    return merged_lines(m) > 0;
}

bool shown_more(const struct merged_column *c, const struct merged *m)
{
    for (size_t k = 0; k < m->nmore; k++)
        if (strcmp(m->more[k], c->name) == 0)
            return true;
    return false;
}

/* ---- cells --------------------------------------------------------------- */

/* Its digits follow the interval. */
static void put_scaled(struct table *t, const struct merged_figure *f,
                       double scale)
{
    double value = scale * f->value;
    char buf[DIGITS_SIZE];

    table_cell(t, "%s",
               digits_print(buf, value,
                            digits_decimals(value, scale * merged_half(f))));
}

void put_figure(struct table *t, const struct merged_cell *c)
{
    const struct merged_figure *f = c->column->figure(c);

    if (f == NULL)
        table_cell(t, "-");
    else
        put_scaled(t, f, c->column->text.scale);
}

/* A figure that no row could have is left empty. */
void put_interval(struct table *t, const struct merged_cell *c)
{
    const struct merged_figure *f = c->column->figure(c);
    double scale = c->column->text.scale;
    char buf[DIGITS_INTERVAL_SIZE];

    if (f == NULL)
        table_cell(t, "%s", "");
    else
        table_cell(t, "%s",
                   digits_interval(buf, scale * f->value, scale * f->lo,
                                   scale * f->hi));
}

void put_half(struct table *t, const struct merged_cell *c)
{
    const struct merged_figure *f = c->column->figure(c);
    double half = log(f->hi / f->lo) / 2;

    if (isnan(half))
        table_cell(t, "n/a");
    else
        table_cell(t, "%.1f", 100 * half);
}

void put_side(struct table *t, const struct merged_cell *c)
{
    char *name = merged_side(c->m, c->row->side);

    table_cell(t, "%s", SHOWN_FILE(name));
    free(name);
}

void put_verdict(struct table *t, const struct merged_cell *c)
{
    table_cell(t, "%s", merged_verdict(c->row));
}

void put_state(struct table *t, const struct merged_cell *c)
{
    table_cell(t, "%s",
               c->line != NULL          ? c->line->state->name
               : merged_lines(c->m) > 0 ? "all"
                                        : "-");
}

static void put_percent(struct table *t, double share)
{
    if (isnan(share))
        table_cell(t, "-");
    else
        table_cell(t, "%.0f", 100 * share);
}

void put_share(struct table *t, const struct merged_cell *c)
{
    put_percent(t, c->line != NULL ? c->line->in.share : NAN);
}

void put_stays(struct table *t, const struct merged_cell *c)
{
    if (c->line == NULL)
        table_cell(t, "-");
    else
        table_cell(t, "%zu", c->line->in.stays);
}

void put_unexplained(struct table *t, const struct merged_cell *c)
{
    put_percent(t, c->row->unexplained);
}

void put_more(struct table *t, const struct merged_cell *c, size_t k)
{
    const struct merged_figure *f = &c->row->more[k];

    if (f->of.n == 0)
        table_cell(t, "-");
    else
        put_scaled(t, f, c->column->text.scale);
}

void put_value(struct table *t, const struct merged_cell *c)
{
    json_t *value = c->column->value(c);
    char buf[DIGITS_SIZE];
    char *text;

    if (json_is_real(value)) {
        table_cell(t, "%s", digits_plain(buf, json_real_value(value)));
    } else {
        text = value_text(value);
        table_cell(t, "%s", text);
        free(text);
    }
    json_decref(value);
}
