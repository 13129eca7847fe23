/* fields.h: the fields of records, a row each: what is written, read, checked
 * and shown of them comes from it. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FIELDS_H
#define RECORD_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Which records have it. */
enum field_of {
    OF_RUN = 1,
    OF_CASE = 2,
    OF_PASS = 4,
    OF_MERGED = 8,
    OF_LOST = 16,
    OF_TABLE = 32,
    OF_END = 64,
    OF_KEY = 128,      /* of cases, passes and rows: it tells cases apart */
    OF_NEEDED = 256,   /* it cannot be missing, nor null */
    OF_OPTIONAL = 512, /* of cases: it is missing where there is none */
};

enum field_type {
    TYPE_TEXT,
    TYPE_BOOL,
    TYPE_INTEGER,
    TYPE_COUNT,   /* an integer from 0 */
    TYPE_ORDINAL, /* an integer from 1 */
    TYPE_REAL,
    TYPE_AMOUNT, /* a number from 0 */
    TYPE_RANGE,  /* [lo, hi] */
    TYPE_TEXTS,  /* an array of texts */
    TYPE_VALUES, /* an object: name -> value; CSV: one text */
    TYPE_EACH,   /* likewise; CSV: a column a name */
    TYPE_OBJECT, /* not in the CSV */
    TYPE_SERIES, /* an array; CSV: its length */
    TYPE_ARRAY,  /* not in the CSV */
};

/* In the table of --format=full; without a title it is not there. Of TYPE_EACH
 * a column is the name and the title, or FIELD.NAME without a title. */
struct field_title {
    const char *text;
    double scale; /* of what is shown, over the value */
    const char *legend;
};

struct field {
    const char *name; /* of the column in the CSV */
    enum field_type type;
    unsigned of;      /* enum field_of */
    const char *unit; /* "s", "B", ...; NULL: none */
    const char *path; /* in the record, parts joined by a dot; NULL: the name */
    struct field_title title;
};

/* In the order of records and of the CSV; the last one has no name. */
extern const struct field fields[];

/* NULL: there is none. */
const struct field *field_find(const char *name, unsigned of);

/* The value in the record; NULL: missing or null. */
const json_t *field_value(const struct field *f, const json_t *record);

/* What is wrong with the record's fields of that kind, malloced, or NULL:
 * "bytes: must be a whole number from 0". */
char *fields_refuse(const json_t *record, unsigned of);

/* A value as people read it, malloced; "-": there is none. */
char *value_text(const json_t *value);

/* An operation as people know it, malloced: "MPI_Ibcast"; its own name where
 * MPI has no function for it by itself, as for patterns and those of plug-ins.
 */
char *op_text(const char *op);

/* Is it a record of that type? */
bool record_is(const json_t *record, const char *type);

/* A number, a range, or null where a number is not finite; new references. */
json_t *value_real(double x);
json_t *value_range(double lo, double hi);

/* Adds a value, which it takes over; NULL becomes null. */
void put_value(json_t *record, const char *name, json_t *value);
/* Likewise, but nothing where there is none: NULL, null, an empty object. */
void put_some(json_t *record, const char *name, json_t *value);

/* Digits of real numbers. Nothing of a clock reading may be lost; times of
 * launches have no more than ten digits that mean something. */
enum { RECORD_DIGITS = 16, CASE_DIGITS = 10 };

/* A record as a line. */
void record_print(FILE *f, const json_t *record, size_t digits);
/* Records as JSON Lines, malloced. What is read is written alike. */
char *records_lines(const json_t *records);
/* The records of that text, an array, a new reference. NULL, and *line: the
 * first that is none, from 1. */
json_t *records_read(const char *text, size_t length, size_t *line);

#endif /* RECORD_FIELDS_H */
