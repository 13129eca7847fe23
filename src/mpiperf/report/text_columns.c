/* text_columns.c: the columns of the table: titles, widths, which of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/text_columns.h"

#include <string.h>
#include "mpiperf/report/text_cells.h"

/*
 * A column. cell() fills buf, of CELL_SIZE; without it the cell is the time
 * at `offset` in the result. The width is the least one: names make theirs.
 */
struct column {
    const char *title;
    int width;
    bool left;
    bool (*shown)(const struct options *o); /* NULL: always */
    text_cell_fn *cell;
    size_t offset;
};

/* All operations at once: is there one whose root matters? */
static bool root_shown(const struct options *o)
{
    if (o->root_mode == ROOT_ONE && o->root == 0)
        return false;
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op->flags & OP_ROOTED)
            return true;
    return false;
}

/* Either it was asked for, or it differs between the operations. */
static bool datatype_shown(const struct options *o)
{
    size_t reductions = 0;

    if (o->dtype != NULL)
        return o->dtype->kind != DTYPE_BYTES || o->dtype->create != NULL;
    for (size_t i = 0; i < o->nchoices; i++)
        reductions += (o->choices[i].op->flags & OP_REDUCTION) != 0;
    return reductions > 0 && reductions < o->nchoices;
}

static bool paper_shown(const struct options *o)
{
    return o->how.paper;
}

bool text_has_rates(const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].op->traffic != NULL)
            return true;
    return false;
}

static bool method_shown(const struct options *o)
{
    return o->how.nmethods > 1 || (o->how.nmethods > 0 && o->how.methods[0] != &method_window);
}

bool text_has_views(const struct options *o)
{
    return method_shown(o) || o->how.arrival.pattern != NULL;
}

bool text_hides(const struct options *o)
{
    for (size_t i = 0; i < o->nchoices; i++)
        for (size_t j = 0; j < o->choices[i].nvariants; j++)
            if (o->choices[i].variants[j].algo->compute != NULL)
                return true;
    return false;
}

bool text_compares(const struct options *o)
{
    if (o->how.nmethods > 1)
        return true;
    for (size_t i = 0; i < o->nchoices; i++)
        if (o->choices[i].nvariants > 1)
            return true;
    return false;
}

#define TIME(member) .width = 7, .offset = offsetof(struct result, member)

static const struct column columns[] = {
    {.title = "op", .width = 4, .left = true, .cell = cell_op},
    {.title = "algo", .width = 4, .left = true, .cell = cell_algo},
    {.title = "method",
     .width = 9,
     .left = true,
     .shown = method_shown,
     .cell = cell_method},
    {.title = "procs", .cell = cell_procs},
    {.title = "bytes", .width = 7, .cell = cell_bytes},
    {.title = "root", .width = 6, .shown = root_shown, .cell = cell_root},
    {.title = "datatype", .shown = datatype_shown, .cell = cell_datatype},
    {.title = "launches", .cell = cell_launches},
    {.title = "valid", .cell = cell_valid},
    {.title = "used", .cell = cell_used},
    {.title = "mean_us", TIME(summary.mean)},
    {.title = "ci_lo", TIME(summary.ci_lo)},
    {.title = "ci_hi", TIME(summary.ci_hi)},
    {.title = "se_us", .width = 7, .shown = paper_shown, .cell = cell_se},
    {.title = "e_us", .width = 7, .shown = paper_shown, .cell = cell_error},
    {.title = "min_us", TIME(summary.min)},
    {.title = "median_us", TIME(summary.median)},
    {.title = "max_us", TIME(summary.max)},
    {.title = "rse_%", .cell = cell_rse},
    {.title = "global_us",
     .width = 9,
     .shown = text_has_views,
     .offset = offsetof(struct result, views[VIEW_GLOBAL].summary.median)},
    {.title = "after_us",
     .width = 8,
     .shown = text_has_views,
     .offset = offsetof(struct result, views[VIEW_AFTER_LAST].summary.median)},
    {.title = "skew_us",
     .width = 7,
     .shown = text_has_views,
     .offset = offsetof(struct result, views[VIEW_SKEW].summary.median)},
    {.title = "MB/s",
     .width = 8,
     .shown = text_has_rates,
     .cell = cell_bandwidth},
    {.title = "msg/s",
     .width = 8,
     .shown = text_has_rates,
     .cell = cell_message_rate},
    {.title = "vs",
     .width = 17,
     .left = true,
     .shown = text_compares,
     .cell = cell_vs},
    {.title = "hidden_%",
     .width = 17,
     .left = true,
     .shown = text_hides,
     .cell = cell_hidden},
    {.title = NULL},
};

static int max_length(int width, const char *name)
{
    int length = (int)strlen(name);

    return length > width ? length : width;
}

/* The widest cell there can be, as far as the options say. */
static int column_width(const struct column *c, const struct options *o)
{
    int width = max_length(c->width, c->title);

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct choice *choice = &o->choices[i];

        if (c->cell == cell_op)
            width = max_length(width, choice->op->name);
        for (size_t j = 0; c->cell == cell_algo && j < choice->nvariants; j++)
            width = max_length(width, choice->variants[j].label);
    }
    return width;
}

/* What the ratio is to; without a name where it differs by operation. */
static const char *baseline_title(const struct options *o, char *buf,
                                  size_t size)
{
    const struct variant *baseline = NULL;

    for (size_t i = 0; i < o->nchoices; i++) {
        const struct choice *c = &o->choices[i];
        const struct variant *own = &c->variants[0];

        if (c->nvariants < 2)
            continue;
        for (size_t j = 0; j < c->nvariants; j++)
            if (c->variants[j].algo == &algo_native)
                own = &c->variants[j];
        if (baseline != NULL && strcmp(baseline->label, own->label) != 0)
            return "vs first named";
        baseline = own;
    }
    /* One algorithm by itself compares its methods. */
    snprintf(buf, size, "vs %s",
             baseline != NULL ? baseline->label : o->how.methods[0]->name);
    return buf;
}

/* Pads before the cell, never after the last one. *owed: blanks that the cell
 * before still needs. */
static void put_cell(FILE *f, const struct column *c, const struct options *o,
                     const char *text, int *owed)
{
    int room = column_width(c, o) - (int)strlen(text);
    int pad = room > 0 ? room : 0;

    fprintf(f, "%*s%s", *owed + (c->left ? 0 : pad), "", text);
    *owed = 1 + (c->left ? pad : 0);
}

static bool is_shown(const struct column *c, const struct options *o)
{
    return c->shown == NULL || c->shown(o);
}

void text_header(FILE *f, const struct options *o)
{
    char buf[CELL_SIZE];
    int owed = 0;

    for (const struct column *c = columns; c->title != NULL; c++) {
        const char *title = c->title;

        if (!is_shown(c, o))
            continue;
        if (c == columns)
            title = "# op";
        if (c->cell == cell_vs)
            title = baseline_title(o, buf, sizeof(buf));
        put_cell(f, c, o, title, &owed);
    }
    putc('\n', f);
}

void text_cells(FILE *f, const struct text_row *w)
{
    char buf[CELL_SIZE];
    int owed = 0;

    for (const struct column *c = columns; c->title != NULL; c++) {
        if (!is_shown(c, w->r->o))
            continue;
        if (c->cell != NULL)
            c->cell(buf, w);
        else
            cell_time(buf, w, c->offset);
        put_cell(f, c, w->r->o, buf, &owed);
    }
}
