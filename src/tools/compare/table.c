/* table.c: cells in columns as wide as they need. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/table.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

void table_cell(struct table *t, const char *text)
{
    if (t->n == t->room) {
        t->room = t->n > 0 ? 2 * t->n : 64;
        t->cell = xreallocarray(t->cell, t->room, sizeof(*t->cell));
    }
    t->cell[t->n++] = xstrdup(text);
}

void table_title(struct table *t, const char *text, bool left)
{
    char *marked = xasprintf("%s%s", t->cols == 0 ? "# " : "", text);

    table_cell(t, marked);
    free(marked);
    t->left = xreallocarray(t->left, t->cols + 1, sizeof(*t->left));
    t->left[t->cols++] = left;
}

static int column_width(const struct table *t, size_t col)
{
    size_t width = 0;

    for (size_t i = col; i < t->n; i += t->cols)
        if (strlen(t->cell[i]) > width)
            width = strlen(t->cell[i]);
    return (int)width;
}

/* Blanks stand between cells, none behind the last one. */
void table_print(FILE *f, const struct table *t)
{
    int *width = xmalloc((t->cols + 1) * sizeof(*width));

    for (size_t c = 0; c < t->cols; c++)
        width[c] = column_width(t, c);
    for (size_t i = 0; i < t->n; i++) {
        size_t c = i % t->cols;

        if (!t->left[c])
            fprintf(f, "%*s", width[c], t->cell[i]);
        else if (c + 1 < t->cols)
            fprintf(f, "%-*s", width[c], t->cell[i]);
        else
            fputs(t->cell[i], f);
        fputs(c + 1 < t->cols ? "  " : "\n", f);
    }
    free(width);
}

void table_free(struct table *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->cell[i]);
    free(t->cell);
    free(t->left);
    *t = (struct table){0};
}
