/* full.c: prints records as a table with one column per field. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/full.h"

#include <stdlib.h>
#include <string.h>
#include "record/table.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

static bool is_text(const struct field *f)
{
    return f->type == TYPE_TEXT || f->type == TYPE_VALUES ||
           f->type == TYPE_TEXTS;
}

static bool is_empty(const struct field *f, const json_t *records)
{
    json_t *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        const json_t *value = field_value(f, record);

        if (value != NULL &&
            json_object_size(value) + json_array_size(value) +
                    !(json_is_object(value) || json_is_array(value)) >
                0)
            return false;
    }
    return true;
}

/* Returns a number as text; reals have 4 digits. */
static char *number_text(const struct field *f, const json_t *value)
{

    if (json_is_integer(value))
        return xasprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return xasprintf("%.4g", json_number_value(value) * f->title.scale);
}

static void put_cell(struct table *t, const struct field *f,
                     const json_t *value)
{
    char *text, *second;

    if (value == NULL) {
        table_cell(t, "-");
    } else if (f->type == TYPE_RANGE) {
        text = number_text(f, json_array_get(value, 0));
        second = number_text(f, json_array_get(value, 1));
        table_cell(t, "[%s,%s]", text, second);
        free(text);
        free(second);
    } else if (json_is_number(value)) {
        text = number_text(f, value);
        table_cell(t, "%s", text);
        free(text);
    } else {
        text = value_text(value);
        for (char *c = text; *c != '\0'; c++)
            if (*c == ' ')
                *c = ';'; /* a cell has no blanks */
        table_cell(t, "%s", text);
        free(text);
    }
}

/* Adds a column for each named value. */
static void each_titles(struct table *t, const struct field *f,
                        const json_t *named)
{
    const char *name;
    json_t *any;

    json_object_foreach((json_t *)named, name, any)
    {
        char *title = f->title.text != NULL
                          ? xasprintf("%s%s", name, f->title.text)
                          : xasprintf("%s.%s", f->name, name);

        table_column(t, title, 0, false);
        free(title);
    }
}

static void each_cells(struct table *t, const struct field *f,
                       const json_t *named, const json_t *value)
{
    const struct field plain = {.title.scale = 1};
    const char *name;
    json_t *any;

    json_object_foreach((json_t *)named, name, any)
    {
        const json_t *of = json_object_get(value, name);

        if (json_is_object(of))
            of = json_object_get(of, "median");
        put_cell(t, f->title.text != NULL ? f : &plain,
                 json_is_number(of) ? of : NULL);
    }
}

/* Returns the members that a field has in any record; a new reference. */
static json_t *members(const struct field *f, const json_t *records)
{
    json_t *all = json_object(), *record;
    size_t i;

    json_array_foreach(records, i, record)
        json_object_update_missing(all, (json_t *)field_value(f, record));
    return all;
}

static void put_words(FILE *f, const json_t *words)
{
    const char **word = xcalloc(json_array_size(words) + 1, sizeof(*word));
    json_t *text;
    size_t i;

    json_array_foreach(words, i, text) word[i] = json_string_value(text);
    fputs("# command: ", f);
    words_print(f, word, json_array_size(words));
    putc('\n', f);
    free(word);
}

void full_head(FILE *f, const json_t *run)
{
    const json_t *warnings = json_object_get(run, "warnings");
    const char *name;
    json_t *value;
    size_t i;

    put_words(f, json_object_get(run, "command"));
    json_object_foreach((json_t *)run, name, value)
    {
        char *text = value_text(value);

        if (value != warnings && strcmp(name, "type") != 0 &&
            strcmp(name, "command") != 0 && strcmp(text, "-") != 0)
            fprintf(f, "# %s: %s\n", name, text);
        free(text);
    }
    json_array_foreach(warnings, i, value)
        fprintf(f, "# warning: %s\n", json_string_value(value));
}

void full_print(FILE *f, const json_t *records, unsigned of)
{
    struct table t = {.gap = 2};
    const struct field *shown[256];
    json_t *named[256], *record;
    size_t n = 0, i;

    if (json_array_size(records) == 0)
        return;
    for (const struct field *p = fields; p->name != NULL; p++) {
        if ((p->of & of) == 0 || is_empty(p, records) ||
            (p->title.text == NULL && p->type != TYPE_EACH))
            continue;
        if (p->title.legend != NULL)
            fprintf(f, "# %s\n", p->title.legend);
        named[n] = NULL;
        if (p->type == TYPE_EACH)
            each_titles(&t, p, named[n] = members(p, records));
        else
            table_column(&t, p->title.text, 0, is_text(p));
        shown[n++] = p;
    }
    json_array_foreach(records, i, record)
    {
        for (size_t k = 0; k < n; k++)
            if (shown[k]->type == TYPE_EACH)
                each_cells(&t, shown[k], named[k],
                           field_value(shown[k], record));
            else
                put_cell(&t, shown[k], field_value(shown[k], record));
        table_note(&t, "");
    }
    table_print_titles(f, &t);
    table_print_rows(f, &t);
    table_free(&t);
    for (size_t k = 0; k < n; k++)
        json_decref(named[k]);
}
