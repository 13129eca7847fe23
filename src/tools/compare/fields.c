/* fields.c: which fields of its cases a table for people shows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/fields.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Of numbers within a value that is no number. */
enum { SHOWN_DIGITS = 4 };

bool fields_same(const json_t *a, const json_t *b, const char *field)
{
    const json_t *x = json_object_get(a, field);
    const json_t *y = json_object_get(b, field);

    return x == NULL || y == NULL ? x == y : json_equal(x, y);
}

static bool is_listed(const char *const *list, const char *name)
{
    for (; *list != NULL; list++)
        if (strcmp(*list, name) == 0)
            return true;
    return false;
}

bool fields_vary(const void *rows, size_t n, size_t size, const char *name)
{
    const json_t *const *first = rows;

    for (size_t i = 1; i < n; i++) {
        const char *row = (const char *)rows + i * size;

        if (!fields_same(*first, *(const json_t *const *)row, name))
            return true;
    }
    return false;
}

void fields_choose(struct fields *f, const void *rows, size_t n, size_t size,
                   const char *const *always, const char *const *never)
{
    f->n = 0;
    for (size_t k = 0; case_key_fields[k] != NULL; k++) {
        const char *name = case_key_fields[k];

        if ((is_listed(always, name) || fields_vary(rows, n, size, name)) &&
            !is_listed(never, name))
            f->name[f->n++] = name;
    }
}

void fields_titles(struct table *t, const struct fields *f)
{
    for (size_t i = 0; i < f->n; i++)
        table_column(t, f->name[i], 0,
                     strcmp(f->name[i], "procs") != 0 &&
                         strcmp(f->name[i], "bytes") != 0);
}

char *field_text(const json_t *record, const char *name)
{
    return value_text(json_object_get(record, name));
}

char *value_text(const json_t *value)
{
    char *line, *text;

    if (value == NULL || json_is_null(value))
        return xstrdup("-");
    if (json_is_string(value))
        return xstrdup(SHOWN_FILE(json_string_value(value)));
    line = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY |
                                JSON_REAL_PRECISION(SHOWN_DIGITS));
    text = xstrdup(SHOWN_FILE(line));
    free(line);
    return text;
}

void fields_cells(struct table *t, const struct fields *f,
                  const json_t *record)
{
    for (size_t i = 0; i < f->n; i++) {
        char *text = field_text(record, f->name[i]);

        table_cell(t, "%s", text);
        free(text);
    }
}
