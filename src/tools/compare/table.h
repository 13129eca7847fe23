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
    size_t n, cols;
};

/* Adds a cell; the text is copied. */
void table_cell(struct table *t, const char *text);
/* Ends the header: so many columns has the table. */
void table_header_end(struct table *t);
/* Numbers stand right, text left: `left` says it of each column. */
void table_print(FILE *f, const struct table *t, const bool *left);
void table_free(struct table *t);

#endif /* COMPARE_TABLE_H */
