/* table.h: prints cells in columns of the required widths. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TABLE_H
#define RECORD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Columns, and the cells of all rows in sequence. Zero except for gap: an empty
 * table. */
struct table {
    int gap; /* blanks between columns */
    struct table_column {
        char *title;
        int width; /* maximum width of the title and all cells */
        bool left;
    } * col;
    size_t cols;
    char **cell; /* each row's cells are followed by its note, or NULL */
    size_t n, room;
};

/* Adds a column of at least that width, before any cells. left: aligned left,
 * as for text; else right, as for numbers. */
void table_column(struct table *t, const char *title, int width, bool left);
/* Adds a cell. */
void table_cell(struct table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds a note after the last row. That row must be complete. */
void table_note(struct table *t, const char *note);

/* Print the line of titles, which begins with "# ", and the rows. */
void table_print_titles(FILE *f, const struct table *t);
void table_print_rows(FILE *f, const struct table *t);
void table_free(struct table *t);

#endif /* RECORD_TABLE_H */
