/* report_csv.c: the fields of a case as a table; quoting as in RFC 4180. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/csv.h"
#include "mpiperf/report/columns.h"
#include "mpiperf/report/figures.h"

/* Null and what is missing are empty. */
static void put_cell(FILE *f, const json_t *value)
{
    csv_cell(f, value, RECORD_CASE_DIGITS);
}

static void put_pair(FILE *f, const json_t *pair)
{
    put_cell(f, json_array_get(pair, 0));
    putc(',', f);
    put_cell(f, json_array_get(pair, 1));
}

/* Arrays have no room here. */
static void put_length(FILE *f, const json_t *series)
{
    json_t *length = json_is_array(series)
                         ? json_integer((json_int_t)json_array_size(series))
                         : json_null();

    put_cell(f, length);
    json_decref(length);
}

/* Values of launches are medians with an interval. */
static void put_figure_titles(FILE *f, const struct options *o)
{
    const struct figure **figures = figures_asked(o);

    for (const struct figure **p = figures; *p != NULL; p++)
        if ((*p)->launch)
            fprintf(f, ",parts_%s_median,parts_%s_ci_lo,parts_%s_ci_hi",
                    (*p)->name, (*p)->name, (*p)->name);
        else
            fprintf(f, ",figures_%s", (*p)->name);
    free(figures);
}

static void csv_header(FILE *f, const struct options *o)
{
    for (const struct column *c = columns; c->name != NULL; c++) {
        switch (c->shape) {
        case COLUMN_PLAIN:
        case COLUMN_SERIES:
            fprintf(f, "%s,", c->name);
            break;
        case COLUMN_INTERVAL:
            fprintf(f, "%s_lo,%s_hi,", c->name, c->name);
            break;
        case COLUMN_EXTRA:
            break;
        }
    }
    fputs("extras", f);
    put_figure_titles(f, o);
    putc('\n', f);
}

static bool is_column(const char *name)
{
    for (const struct column *c = columns; c->name != NULL; c++)
        if (c->shape != COLUMN_EXTRA && strcmp(c->name, name) == 0)
            return true;
    return strcmp(name, "type") == 0;
}

/* The field of the record that holds the figure. */
static const char *field_of(const struct figure *figure)
{
    return figure->launch ? "parts" : "figures";
}

/* Everything that is no column of its own, in one. */
static void put_extras(FILE *f, const json_t *record,
                       const struct figure **figures)
{
    json_t *extras = json_object(), *value;
    const char *name;

    json_object_foreach((json_t *)record, name, value)
    {
        if (!is_column(name))
            json_object_set_new(extras, name, json_deep_copy(value));
    }
    for (; *figures != NULL; figures++) {
        value = json_object_get(extras, field_of(*figures));
        json_object_del(value, (*figures)->name);
        if (json_object_size(value) == 0)
            json_object_del(extras, field_of(*figures));
    }
    put_cell(f, extras);
    json_decref(extras);
}

static void put_figure(FILE *f, const json_t *record,
                       const struct figure *figure)
{
    const json_t *value = json_object_get(
        json_object_get(record, field_of(figure)), figure->name);

    putc(',', f);
    if (!figure->launch) {
        put_cell(f, value);
        return;
    }
    put_cell(f, json_object_get(value, "median"));
    putc(',', f);
    put_pair(f, json_object_get(value, "ci"));
}

/* Of the record, so that a row made of one that was read is the same. */
static void put_row(FILE *f, const struct options *o, const json_t *record)
{
    const struct figure **figures = figures_asked(o);

    for (const struct column *c = columns; c->name != NULL; c++) {
        json_t *value = json_object_get(record, c->name);

        if (c->shape == COLUMN_EXTRA)
            continue;
        if (c->shape == COLUMN_INTERVAL)
            put_pair(f, value);
        else if (c->shape == COLUMN_SERIES)
            put_length(f, value);
        else
            put_cell(f, value);
        putc(',', f);
    }
    put_extras(f, record, figures);
    for (const struct figure **p = figures; *p != NULL; p++)
        put_figure(f, record, *p);
    putc('\n', f);
    free(figures);
}

static void csv_rows(FILE *f, const struct report *r, const struct result *res,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        json_t *record = record_case(&(struct row){.r = r, .res = &res[i]});

        put_row(f, r->o, record);
        json_decref(record);
    }
}

static void csv_again(FILE *f, const struct options *o, const char *line,
                      size_t length, const json_t *record)
{
    (void)line, (void)length;
    if (record_is(record, "case"))
        put_row(f, o, record);
}

const struct format format_csv = {
    .name = "csv",
    .suffix = ".csv",
    .whole_quotes = true,
    .header = csv_header,
    .rows = csv_rows,
    .again = csv_again,
};
