/* table.c: prints cells in columns of the required widths. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "record/table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

static void widen(struct table_column *col, const char *text)
{
    if (strlen(text) > (size_t)col->width)
        col->width = (int)strlen(text);
}

void table_column(struct table *t, const char *title, int width, bool left)
{
    struct table_column *col;

    t->col = xreallocarray(t->col, t->cols + 1, sizeof(*t->col));
    col = &t->col[t->cols];
    *col = (struct table_column){
        .title = xasprintf("%s%s", t->cols == 0 ? "# " : "", title),
        .width = width,
        .left = left,
    };
    widen(col, col->title);
    t->cols++;
}

static void append(struct table *t, char *text)
{
    if (t->n == t->room) {
        t->room = t->n > 0 ? 2 * t->n : 64;
        t->cell = xreallocarray(t->cell, t->room, sizeof(*t->cell));
    }
    t->cell[t->n++] = text;
}

void table_cell(struct table *t, const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        out_of_memory();
    va_end(args);
    widen(&t->col[t->n % (t->cols + 1)], text);
    append(t, text);
    if (t->n % (t->cols + 1) == t->cols)
        append(t, NULL);
}

void table_note(struct table *t, const char *note)
{
    char **last = &t->cell[t->n - 1];

    free(*last);
    *last = xstrdup(note);
}

/* Prints a cell. *owed: blanks to print before the next text, so that no line
 * ends with blanks. */
static void print_cell(FILE *f, const struct table *t, size_t col,
                       const char *text, int *owed)
{
    const struct table_column *c = &t->col[col];
    int free_side = c->width - (int)strlen(text);

    if (!c->left || *text == '\0')
        *owed += free_side;
    if (*text != '\0') {
        fprintf(f, "%*s%s", *owed, "", text);
        *owed = c->left ? free_side : 0;
    }
    *owed += t->gap;
}

void table_print_titles(FILE *f, const struct table *t)
{
    int owed = 0;

    for (size_t c = 0; c < t->cols; c++)
        print_cell(f, t, c, t->col[c].title, &owed);
    putc('\n', f);
}

void table_print_rows(FILE *f, const struct table *t)
{
    int owed = 0;

    for (size_t i = 0; i < t->n; i++) {
        size_t c = i % (t->cols + 1);

        if (c < t->cols) {
            print_cell(f, t, c, t->cell[i], &owed);
        } else {
            fprintf(f, "%s\n", t->cell[i] != NULL ? t->cell[i] : "");
            owed = 0;
        }
    }
}

void table_free(struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->cell[i]);
    for (size_t i = 0; i < t->cols; i++)
        free(t->col[i].title);
    free(t->cell);
    free(t->col);
    *t = (struct table){0};
}
