/* table.h: cells in columns as wide as they need. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_TABLE_H
#define COMPARE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Rows of equal length, one cell after another; the first row is the header,
 * which is printed with "# " before it. All zero is an empty table. */
struct table {
    char **cell;
    size_t n, room;
    bool *left; /* of each column */
    size_t cols;
};

/* Adds a column, before any cell: numbers stand right, text left. */
void table_title(struct table *t, const char *text, bool left);
/* Adds a cell; the text is copied. */
void table_cell(struct table *t, const char *text);
void table_print(FILE *f, const struct table *t);
void table_free(struct table *t);

#endif /* COMPARE_TABLE_H */
