/* merge_record.c: the merged table for programs: records, and CSV of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/csv.h"
#include "lib/xmalloc.h"
#include "tools/compare/merge_columns.h"

enum { DIGITS = 10 };

static json_t *record_of(const struct merged *m, const struct merged_row *row,
                         size_t table)
{
    json_t *to =
        json_pack("{s:s, s:I}", "type", "merged", "table", (json_int_t)table);

    for (const struct merged_column *c = merged_columns; c->name != NULL; c++) {
        const struct merged_cell cell = {m, row, c, NULL};

        if (c->value != NULL)
            json_object_set_new(to, c->name, c->value(&cell));
    }
    return to;
}

json_t *merged_records(const struct merged *m, size_t table)
{
    json_t *all = json_array();

    for (size_t i = 0; i < m->n; i++)
        json_array_append_new(all, record_of(m, &m->v[i], table));
    return all;
}

/* ---- CSV ----------------------------------------------------------------- */

/* A line: of titles, where there is no record, or of a record. */
struct csv {
    FILE *f;
    const json_t *record;
    const char *comma;
};

static void put(struct csv *csv, const char *name, const char *part,
                const char *end, const json_t *value)
{
    char *title =
        xasprintf("%s%s%s%s", name, *part != '\0' ? "_" : "", part, end);

    fputs(csv->comma, csv->f);
    csv->comma = ",";
    if (csv->record == NULL)
        csv_text(csv->f, title);
    else
        csv_cell(csv->f, value, DIGITS);
    free(title);
}

static void put_pair(struct csv *csv, const char *name, const char *part,
                     const json_t *pair)
{
    put(csv, name, part, "_lo", json_array_get(pair, 0));
    put(csv, name, part, "_hi", json_array_get(pair, 1));
}

/* A part, or the part of a part behind a dot, which it replaces by a line. */
static const json_t *part_of(const json_t *value, char *part)
{
    char *dot = strchr(part, '.');
    const json_t *of;

    if (dot == NULL)
        return json_object_get(value, part);
    *dot = '\0';
    of = json_object_get(json_object_get(value, part), dot + 1);
    *dot = '_';
    return of;
}

static void put_parts(struct csv *csv, const char *name,
                      const char *const *parts, const json_t *value)
{
    for (const char *const *p = parts; *p != NULL; p++) {
        size_t n = strcspn(*p, "[");
        char *part = xasprintf("%.*s", (int)n, *p);
        const json_t *of = part_of(value, part);

        if ((*p)[n] == '[')
            put_pair(csv, name, part, of);
        else
            put(csv, name, part, "", of);
        free(part);
    }
}

/* "states_1_name", ... */
static void put_list(struct csv *csv, const struct merged_column *c,
                     const json_t *value)
{
    for (size_t k = 0; k < c->list; k++) {
        char *name = xasprintf("%s_%zu", c->name, k + 1);

        put_parts(csv, name, c->parts, json_array_get(value, k));
        free(name);
    }
}

/* What the column's value is by name in any record: a value of each. */
static json_t *names_of(const struct merged_column *c, const json_t *records)
{
    json_t *names = json_object(), *record;
    size_t i;

    json_array_foreach((json_t *)records, i, record)
        json_object_update_missing(names, json_object_get(record, c->name));
    return names;
}

/* One a name: a value, a pair, or a median with a pair. */
static void put_each(struct csv *csv, const struct merged_column *c,
                     const json_t *value, const json_t *records)
{
    json_t *names = names_of(c, records), *shape;
    const char *name;

    json_object_foreach(names, name, shape)
    {
        const json_t *of = json_object_get(value, name);

        if (json_is_object(shape)) {
            char *ci = xasprintf("%s_ci", name);
            char *median = xasprintf("%s_median", name);

            put(csv, c->name, median, "", json_object_get(of, "median"));
            put_pair(csv, c->name, ci, json_object_get(of, "ci"));
            free(ci);
            free(median);
        } else if (c->pair) {
            put_pair(csv, c->name, name, of);
        } else {
            put(csv, c->name, name, "", of);
        }
    }
    json_decref(names);
}

static void put_line(struct csv *csv, const json_t *records)
{
    put(csv, "type", "", "", json_object_get(csv->record, "type"));
    put(csv, "table", "", "", json_object_get(csv->record, "table"));
    for (const struct merged_column *c = merged_columns; c->name != NULL; c++) {
        const json_t *value = json_object_get(csv->record, c->name);

        if (c->value == NULL)
            continue;
        if (c->list > 0)
            put_list(csv, c, value);
        else if (c->parts != NULL)
            put_parts(csv, c->name, c->parts, value);
        else if (c->each)
            put_each(csv, c, value, records);
        else if (c->pair)
            put_pair(csv, c->name, "", value);
        else
            put(csv, c->name, "", "", value);
    }
    putc('\n', csv->f);
}

char *merged_csv(const json_t *records)
{
    json_t *record;
    size_t i, length;
    char *text;
    FILE *f = open_memstream(&text, &length);

    if (f == NULL)
        out_of_memory();
    put_line(&(struct csv){f, NULL, ""}, records);
    json_array_foreach((json_t *)records, i, record)
        put_line(&(struct csv){f, record, ""}, records);
    if (fclose(f) != 0)
        out_of_memory();
    return text;
}
