/* merge_columns.h: what is told of a row of the merged table: a row each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGE_COLUMNS_H
#define COMPARE_MERGE_COLUMNS_H

#include "lib/table.h"
#include "tools/compare/merge.h"

struct row_state;

/* A row, its table and what is asked of it. */
struct merged_cell {
    const struct merged *m;
    const struct merged_row *row;
    const struct merged_column *column;
    const struct row_state *line; /* the row is that of this state; NULL: of
                                     none, or of all */
};

struct merged_column {
    const char *name; /* in records */
    /* The figure that it is about, if it is one; NULL: the row has none. */
    const struct merged_figure *(*figure)(const struct merged_cell *c);
    /* A new reference. NULL: the table for people alone has it. */
    json_t *(*value)(const struct merged_cell *c);
    /* Of the CSV: parts of a value that is an object, `[]` behind one that is a
     * pair, NULL at the end. NULL: the value is one cell, or a pair. */
    const char *const *parts;
    bool pair;
    bool each;   /* a column for each figure that the value has by name */
    size_t list; /* the value is a list of so many objects at most, each with
                    those parts; 0: it is none */
    bool of_state, of_all; /* lines of a state have one of their own; so has the
                              line of all states */
    struct {
        const char *title; /* NULL: the name */
        int place;         /* from left to right; 0: only where asked for */
        bool left;
        bool optional; /* left out where there is no room */
        bool (*shown)(const struct merged_column *c, const struct merged *m);
        double scale; /* from the record's unit to that of the title */
        /* NULL: the value as it is. */
        void (*put)(struct table *t, const struct merged_cell *c);
        const char *legend;
    } text;
};

extern const struct merged_column merged_columns[]; /* name: NULL at the end */

/* The title, or the name. */
const char *merged_title(const struct merged_column *c);

/* By name, or the first word of the title; NULL with *cause malloced, which
 * lists them. */
const struct merged_column *merged_column_find(const char *name, char **cause);

/* Is the k-th of the table's other figures of that column? Its own name, or
 * NULL. */
const char *merged_column_more(const struct merged_column *c,
                               const struct merged *m, size_t k);

/* All columns of all rows: records of type `merged`, a new reference. `table`:
 * number of the table, from 1. */
json_t *merged_records(const struct merged *m, size_t table);

/* The records of tables, as merged_records() makes them, as CSV; malloced. */
char *merged_csv(const json_t *records);

#endif /* COMPARE_MERGE_COLUMNS_H */
