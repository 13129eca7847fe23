/* csv_rows.c: writes records as rows of a CSV file. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/csv_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/xmalloc.h"

/* Writes a text; in quotes if needed (RFC 4180), or if a CI system might read
 * it as a command at the start of a line. Control characters that a terminal
 * would act on become '?'. */
static void csv_quoted(FILE *f, const char *text)
{
    bool plain = *text != ':' && text[strcspn(text, ",\"\r\n")] == '\0';
    const char *quote = plain ? "" : "\"";

    fputs(quote, f);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', f);
        putc(iscntrl((unsigned char)*text) && !isspace((unsigned char)*text)
                 ? '?'
                 : *text,
             f);
    }
    fputs(quote, f);
}

/* Writes a text. If it begins like a spreadsheet formula, puts an apostrophe
 * before it. */
static void csv_text(FILE *f, const char *text)
{
    char *safe = xasprintf(
        "%s%s", *text != '\0' && strchr("=+-@\t\r", *text) != NULL ? "'" : "",
        text);

    csv_quoted(f, safe);
    free(safe);
}

/* Writes a value; reals get `digits` digits, null and NULL an empty cell. */
static void csv_cell(FILE *f, const json_t *value, size_t digits)
{
    char *line;

    if (value == NULL || json_is_null(value))
        return;
    if (json_is_string(value)) {
        csv_text(f, json_string_value(value));
        return;
    }
    line = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                JSON_REAL_PRECISION(digits));
    csv_quoted(f, line);
    free(line);
}

enum { DIGITS = 10 };

/* A line with the values of a record, or with the titles if record is NULL. */
struct line {
    FILE *f;
    const json_t *record;
    const char *comma;
    json_t *titles; /* titles written so far */
};

/* Writes a title. Names of figures are arbitrary, so a title that is already
 * used gets a number. */
static void put_title(struct line *l, const char *name, const char *end)
{
    char *title = xasprintf("%s%s", name, end);

    for (int n = 2; json_object_get(l->titles, title) != NULL; n++) {
        free(title);
        title = xasprintf("%s%s_%d", name, end, n);
    }
    json_object_set_new(l->titles, title, json_true());
    csv_text(l->f, title);
    free(title);
}

static void put(struct line *l, const char *name, const char *end,
                const json_t *value)
{
    fputs(l->comma, l->f);
    l->comma = ",";
    if (l->record == NULL)
        put_title(l, name, end);
    else
        csv_cell(l->f, value, DIGITS);
}

static void put_range(struct line *l, const char *name, const json_t *range)
{
    put(l, name, "_lo", json_array_get(range, 0));
    put(l, name, "_hi", json_array_get(range, 1));
}

static void put_text(struct line *l, const char *name, const json_t *value)
{
    char *text = value != NULL ? value_text(value) : xstrdup("");
    json_t *cell = json_string(strcmp(text, "-") == 0 ? "" : text);

    put(l, name, "", cell);
    json_decref(cell);
    free(text);
}

static void put_length(struct line *l, const char *name, const json_t *series)
{
    json_t *length = series != NULL
                         ? json_integer((json_int_t)json_array_size(series))
                         : json_null();

    put(l, name, "", length);
    json_decref(length);
}

/* Writes the columns of each named value: one or more per value. */
static void put_each(struct line *l, const char *field, const json_t *named,
                     const json_t *value)
{
    const char *name;
    json_t *shape;

    json_object_foreach((json_t *)named, name, shape)
    {
        const json_t *of = json_object_get(value, name);
        char *title = xasprintf("%s_%s", field, name);
        char *ci = xasprintf("%s_ci", title);

        if (json_integer_value(shape) == CSV_RANGE) {
            put_range(l, title, of);
        } else if (json_integer_value(shape) == CSV_MEDIAN) {
            put(l, title, "_median", json_object_get(of, "median"));
            put_range(l, ci, json_object_get(of, "ci"));
        } else {
            put(l, title, "", of);
        }
        free(title);
        free(ci);
    }
}

static void put_field(struct line *l, const struct field *f,
                      const json_t *names)
{
    const json_t *value = field_value(f, l->record);

    switch (f->type) {
    case TYPE_RANGE:
        put_range(l, f->name, value);
        break;
    case TYPE_VALUES:
    case TYPE_TEXTS:
        put_text(l, f->name, value);
        break;
    case TYPE_EACH:
        put_each(l, f->name, json_object_get(names, f->name), value);
        break;
    case TYPE_SERIES:
        put_length(l, f->name, value);
        break;
    case TYPE_OBJECT:
    case TYPE_ARRAY:
        break;
    default:
        put(l, f->name, "", value);
    }
}

void csv_line(FILE *f, unsigned of, const json_t *names, const json_t *record)
{
    struct line l = {f, record, "", json_object()};

    for (const struct field *p = fields; p->name != NULL; p++)
        if ((p->of & of) != 0)
            put_field(&l, p, names);
    json_decref(l.titles);
    putc('\n', f);
}

static json_t *shape_of(const json_t *value)
{
    return json_is_array(value)    ? json_integer(CSV_RANGE)
           : json_is_object(value) ? json_integer(CSV_MEDIAN)
                                   : json_null();
}

/* Adds the names and shapes of the values in a record's field; the shape of
 * null is unknown. */
static void names_add(json_t *named, const json_t *value)
{
    const char *name;
    json_t *member;

    json_object_foreach((json_t *)value, name, member)
    {
        const json_t *known = json_object_get(named, name);

        if (known == NULL || json_is_null(known))
            json_object_set_new(named, name, shape_of(member));
    }
}

json_t *csv_names(const json_t *records, unsigned of)
{
    json_t *names = json_object();

    for (const struct field *f = fields; f->name != NULL; f++) {
        json_t *named, *record;
        size_t i;

        if ((f->of & of) == 0 || f->type != TYPE_EACH)
            continue;
        named = json_object();
        json_array_foreach(records, i, record)
            names_add(named, field_value(f, record));
        json_object_set_new(names, f->name, named);
    }
    return names;
}

char *csv_of(const json_t *records, unsigned of)
{
    json_t *names = csv_names(records, of), *record;
    size_t i, length;
    char *text;
    FILE *f = text_open(&text, &length);

    csv_line(f, of, names, NULL);
    json_array_foreach(records, i, record) csv_line(f, of, names, record);
    text_close(f);
    json_decref(names);
    return text;
}
