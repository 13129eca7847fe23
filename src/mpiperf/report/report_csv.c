/* report_csv.c: the fields of a case as a table; quoting as in RFC 4180. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "mpiperf/report/record.h"
#include "mpiperf/report/report.h"

static void put_text(FILE *f, const char *s)
{
    if (s[strcspn(s, ",\"\r\n")] == '\0') {
        fputs(s, f);
        return;
    }
    putc('"', f);
    for (; *s != '\0'; s++) {
        if (*s == '"')
            putc('"', f);
        putc(*s, f);
    }
    putc('"', f);
}

/* One cell; null and what is missing are empty. */
static void put_cell(FILE *f, const json_t *value)
{
    char *text;

    if (value == NULL || json_is_null(value))
        return;
    if (json_is_string(value)) {
        put_text(f, json_string_value(value));
        return;
    }
    text = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                JSON_REAL_PRECISION(RECORD_CASE_DIGITS));
    put_text(f, text);
    free(text);
}

static void put_pair(FILE *f, const json_t *pair)
{
    put_cell(f, json_array_get(pair, 0));
    putc(',', f);
    put_cell(f, json_array_get(pair, 1));
}

/* Several baselines are a list in the record; here is room for the first. */
static void put_vs(FILE *f, const json_t *vs)
{
    if (json_is_array(vs))
        vs = json_array_get(vs, 0);
    put_cell(f, json_object_get(vs, "algo"));
    putc(',', f);
    put_cell(f, json_object_get(vs, "ratio"));
    putc(',', f);
    put_pair(f, json_object_get(vs, "ci"));
}

static void csv_header(FILE *f)
{
    for (const struct record_field *d = record_fields; d->name != NULL; d++) {
        switch (d->shape) {
        case RECORD_PLAIN:
            fprintf(f, "%s,", d->name);
            break;
        case RECORD_INTERVAL:
            fprintf(f, "%s_lo,%s_hi,", d->name, d->name);
            break;
        case RECORD_VS:
            fputs("vs_algo,vs_ratio,vs_ci_lo,vs_ci_hi,", f);
            break;
        case RECORD_EXTRA:
            break;
        }
    }
    fputs("extras\n", f);
}

static bool is_column(const char *name)
{
    for (const struct record_field *d = record_fields; d->name != NULL; d++)
        if (d->shape != RECORD_EXTRA && strcmp(d->name, name) == 0)
            return true;
    return strcmp(name, "type") == 0;
}

/* Everything that is no column of its own, in one. */
static void put_extras(FILE *f, const json_t *record)
{
    json_t *extras = json_object(), *value;
    const char *name;

    json_object_foreach((json_t *)record, name, value)
    {
        if (!is_column(name))
            json_object_set(extras, name, value);
    }
    put_cell(f, extras);
    json_decref(extras);
}

/* Of the record, so that a row made of one that was read is the same. */
static void put_row(FILE *f, const json_t *record)
{
    for (const struct record_field *d = record_fields; d->name != NULL; d++) {
        const json_t *value = json_object_get(record, d->name);

        if (d->shape == RECORD_EXTRA)
            continue;
        if (d->shape == RECORD_INTERVAL)
            put_pair(f, value);
        else if (d->shape == RECORD_VS)
            put_vs(f, value);
        else
            put_cell(f, value);
        putc(',', f);
    }
    put_extras(f, record);
    putc('\n', f);
}

static void csv_rows(FILE *f, const struct report *r, const struct result *res,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        json_t *record = record_case(r, &res[i]);

        put_row(f, record);
        json_decref(record);
    }
}

static void csv_again(FILE *f, const char *line, size_t length,
                      const json_t *record)
{
    (void)line, (void)length;
    if (record_is(record, "case"))
        put_row(f, record);
}

const struct format format_csv = {
    .name = "csv",
    .whole_quotes = true,
    .header = csv_header,
    .rows = csv_rows,
    .again = csv_again,
};
