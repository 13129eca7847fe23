/* grid.c: cells in columns, aligned, or as Markdown. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/grid.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

void grid_add(struct grid *g, char *text)
{
    if ((g->n & (g->n - 1)) == 0) /* full at powers of two */
        g->cell =
            xreallocarray(g->cell, g->n > 0 ? 2 * g->n : 1, sizeof(*g->cell));
    g->cell[g->n++] = text;
}

static int width_of(const struct grid *g, size_t col)
{
    size_t width = 0;

    for (size_t i = col; i < g->n; i += g->cols)
        if (strlen(g->cell[i]) > width)
            width = strlen(g->cell[i]);
    return (int)width;
}

/* Numbers stand right, under their titles. */
void grid_print(FILE *f, const struct grid *g, bool markdown)
{
    for (size_t i = 0; i < g->n; i += g->cols) {
        for (size_t c = 0; c < g->cols; c++) {
            if (!markdown && c + 1 == g->cols && *g->cell[i + c] == '\0')
                continue; /* no blanks at the end of a line */
            fprintf(f, "%s%*s",
                    markdown ? c > 0 ? " | " : "| "
                    : c > 0  ? " "
                             : "",
                    width_of(g, c), g->cell[i + c]);
        }
        fputs(markdown ? " |\n" : "\n", f);
        for (size_t c = 0; markdown && i == 0 && c < g->cols; c++)
            fputs(c + 1 < g->cols ? "|---:" : "|---:|\n", f);
    }
}

void grid_free(struct grid *g)
{
    for (size_t i = 0; i < g->n; i++)
        free(g->cell[i]);
    free(g->cell);
    *g = (struct grid){0};
}
