/* grid.h: cells in columns, aligned, or as Markdown. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_GRID_H
#define COMPARE_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Rows of `cols` cells, the first of them the titles; all zero but `cols`: an
 * empty one. */
struct grid {
    size_t cols, n; /* columns, cells */
    char **cell;
};

/* Adds a cell; takes the text over. */
void grid_add(struct grid *g, char *text);
void grid_print(FILE *f, const struct grid *g, bool markdown);
void grid_free(struct grid *g);

#endif /* COMPARE_GRID_H */
