/* columns.h: the values of a case's fields (record/fields.h), from its result,
 * a row each. Pure. */
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

struct column {
    const char *name; /* of the field */
    bool pair;        /* [lo, hi]: two columns of the table for people */
    bool optional;    /* left out of the record where it is null */
    enum column_need need;
    record_get_fn *get;
    enum column_type type;
    bool of_case;             /* of the result's case, not of the result */
    size_t offset, offset_hi; /* hi: of the second of a pair */
};

/* In the order of record and CSV; the last one has no name. */
extern const struct column columns[];

/* The value of a field, never NULL; a new reference. */
json_t *column_value(const struct column *c, const struct row *w);

/* Adds it to the record, unless it is left out. */
void column_add(json_t *record, const struct column *c, const struct row *w);

#endif /* MPIPERF_COLUMNS_H */
