/* full.c: prints records as a table with one column per field. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/full.h"

#include <stdlib.h>
#include <string.h>
#include "lib/json.h"
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"

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

/* Returns a value as the text of a cell, malloced. */
static char *cell_text(const struct field *f, const json_t *value)
{
    char *text, *low, *high;

    if (value == NULL)
        return xstrdup("-");
    if (f->type == TYPE_RANGE) {
        low = number_text(f, json_array_get(value, 0));
        high = number_text(f, json_array_get(value, 1));
        text = xasprintf("[%s,%s]", low, high);
        free(low);
        free(high);
        return text;
    }
    if (json_is_number(value))
        return number_text(f, value);
    text = value_text(value);
    for (char *c = text; *c != '\0'; c++)
        if (*c == ' ')
            *c = ';'; /* blanks separate cells */
    return text;
}

/* The cells of all lines one after another, malloced; the first line has the
 * column titles. */
struct lines {
    char **cell;
    bool *left; /* per column: aligned left (text) or right (numbers) */
    size_t n, cols;
};

/* Adds a column; must be called before any line of cells is added. */
static void title_add(struct lines *l, const char *title, bool left)
{
    char *text = xasprintf("%s%s", l->cols == 0 ? "# " : "", title);

    XAPPEND(l->cell, l->n, text);
    XAPPEND(l->left, l->cols, left);
}

/* Prints the lines with columns as wide as needed, and frees them. */
static void lines_print(FILE *f, struct lines *l)
{
    int *width = xcalloc(l->cols + 1, sizeof(*width));
    int owed = 0; /* blanks before the next text; no line ends with one */

    for (size_t i = 0; i < l->n; i++)
        if (strlen(l->cell[i]) > (size_t)width[i % l->cols])
            width[i % l->cols] = (int)strlen(l->cell[i]);
    for (size_t i = 0; i < l->n; i++) {
        size_t c = i % l->cols;
        int blanks = width[c] - (int)strlen(l->cell[i]);

        fprintf(f, "%*s%s", owed + (l->left[c] ? 0 : blanks), "", l->cell[i]);
        owed = l->left[c] ? blanks + 2 : 2;
        if (c + 1 == l->cols) {
            putc('\n', f);
            owed = 0;
        }
        free(l->cell[i]);
    }
    free(l->cell);
    free(l->left);
    free(width);
}

/* Adds a column for each named value. */
static void each_titles(struct lines *l, const struct field *f,
                        const json_t *named)
{
    const char *name;
    json_t *any;

    json_object_foreach((json_t *)named, name, any)
    {
        char *title = f->title.text != NULL
                          ? xasprintf("%s%s", name, f->title.text)
                          : xasprintf("%s.%s", f->name, name);

        title_add(l, title, false);
        free(title);
    }
}

static void each_cells(struct lines *l, const struct field *f,
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
        XAPPEND(l->cell, l->n,
                cell_text(f->title.text != NULL ? f : &plain,
                          json_is_number(of) ? of : NULL));
    }
}

static void put_words(FILE *f, const json_t *words)
{
    size_t n;
    const char **word = json_words(words, &n);

    fputs("# command: ", f);
    words_print(f, word, n);
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
    json_t *names = csv_names(records, of), *record;
    struct lines l = {0};
    const struct field *shown[256];
    size_t n = 0, i;

    for (const struct field *p = fields; p->name != NULL; p++) {
        if ((p->of & of) == 0 || is_empty(p, records) ||
            (p->title.text == NULL && p->type != TYPE_EACH))
            continue;
        if (p->title.legend != NULL)
            fprintf(f, "# %s\n", p->title.legend);
        if (p->type == TYPE_EACH)
            each_titles(&l, p, json_object_get(names, p->name));
        else
            title_add(&l, p->title.text, is_text(p));
        shown[n++] = p;
    }
    json_array_foreach(records, i, record)
    {
        for (size_t k = 0; k < n; k++) {
            const struct field *p = shown[k];
            const json_t *value = field_value(p, record);

            if (p->type == TYPE_EACH)
                each_cells(&l, p, json_object_get(names, p->name), value);
            else
                XAPPEND(l.cell, l.n, cell_text(p, value));
        }
    }
    lines_print(f, &l);
    json_decref(names);
}
