/* fields.c: which fields of its cases a table for people shows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/fields.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"

/* Do both records have the same value of the field, or both none? */
static bool is_same(const json_t *a, const json_t *b, const char *field)
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

void fields_choose(struct fields *f, const void *rows, size_t n, size_t size,
                   const char *const *always, const char *const *never)
{
    const json_t *const *first = rows;

    f->n = 0;
    for (size_t k = 0; case_key_fields[k] != NULL; k++) {
        bool shown = is_listed(always, case_key_fields[k]);

        for (size_t i = 1; i < n && !shown; i++) {
            const char *row = (const char *)rows + i * size;

            shown = !is_same(*first, *(const json_t *const *)row,
                             case_key_fields[k]);
        }
        if (shown && !is_listed(never, case_key_fields[k]))
            f->name[f->n++] = case_key_fields[k];
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
    const json_t *value = json_object_get(record, name);
    char *line, *text;

    if (value == NULL || json_is_null(value))
        return xstrdup("-");
    if (json_is_string(value))
        return xstrdup(SHOWN_FILE(json_string_value(value)));
    line = json_line(value, JSON_COMPACT | JSON_ENCODE_ANY);
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
