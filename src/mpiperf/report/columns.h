/* columns.h: what is told of a result, a row of one table each: its field in
 * the record, its columns in the CSV, its column in the table for people. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_COLUMNS_H
#define MPIPERF_COLUMNS_H

#include "mpiperf/report/record.h"

/* What has to be there for the value to mean anything; else it is null. */
enum column_need {
    NEED_NOTHING,
    NEED_LAUNCHED, /* some launch took place */
    NEED_FIGURES,  /* some launch was valid */
};

/* What the member is that has the value, where there is no get(). */
enum column_type {
    AS_REAL,
    AS_PAIR,
    AS_LONG,
    AS_SIZE,
    AS_INT,
    AS_INT64,
    AS_BOOL,
};

/* Adds the cell of w->value to w->table. */
typedef void text_cell_fn(const struct row *w);

/* What depends on the options. */
struct text_title {
    char text[80];
    int width;
};

/* In the table for people; without a title it is not there. */
struct text_column {
    int place; /* columns stand in this order */
    const char *title;
    int width; /* at least */
    bool left;
    bool (*shown)(const struct options *o); /* NULL: always */
    void (*fit)(struct text_title *t, const struct options *o);
    text_cell_fn *cell; /* NULL: a text or a whole number as it is */
    /* A line of the head about it and its neighbours: a text or who prints it.
     */
    const char *legend;
    void (*explain)(FILE *f, const struct options *o);
};

struct column {
    const char *name; /* of the field */
    bool pair;        /* [lo, hi]: two columns of the table for people */
    bool optional;    /* left out of the record where it is null */
    enum column_need need;
    record_get_fn *get;
    enum column_type type;
    bool of_case;             /* of the result's case, not of the result */
    size_t offset, offset_hi; /* hi: of the second of a pair */
    struct text_column text;
};

/* In the order of record and CSV; the last one has no name. */
extern const struct column columns[];

/* The value of a field, never NULL; a new reference. */
json_t *column_value(const struct column *c, const struct row *w);

/* Adds it to the record, unless it is left out. */
void column_add(json_t *record, const struct column *c, const struct row *w);

#endif /* MPIPERF_COLUMNS_H */
