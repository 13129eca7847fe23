/* table.h: cells in columns as wide as they need. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_TABLE_H
#define RECORD_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Columns, and rows of as many cells, one cell after another. All zero but the
 * gap is an empty table. */
struct table {
    int gap; /* blanks between two columns */
    struct table_column {
        char *title;
        int width; /* of its title and of every cell so far */
        bool left;
    } * col;
    size_t cols;
    char **cell; /* behind those of each row its note, or NULL */
    size_t n, room;
};

/* Adds a column, before any cell, of at least that width: numbers stand right,
 * text left. */
void table_column(struct table *t, const char *title, int width, bool left);
/* Adds a cell. */
void table_cell(struct table *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sets what stands behind the row that is full now. */
void table_note(struct table *t, const char *note);

/* The line of titles with "# " before it; the rows. */
void table_print_titles(FILE *f, const struct table *t);
void table_print_rows(FILE *f, const struct table *t);
void table_free(struct table *t);

#endif /* RECORD_TABLE_H */
