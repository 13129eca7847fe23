/* fields.h: table of the fields of records, which defines how they are written,
 * read, checked and shown. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FIELDS_H
#define RECORD_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Types of records that have a field, and flags. */
enum field_of {
    OF_RUN = 1,
    OF_CASE = 2,
    OF_PASS = 4,
    OF_MERGED = 8,
    OF_LOST = 16,
    OF_TABLE = 32,
    OF_END = 64,
    OF_KEY = 128,      /* cases, passes and rows: part of a case's identity */
    OF_NEEDED = 256,   /* required: neither missing nor null */
    OF_OPTIONAL = 512, /* cases: missing instead of null */
};

enum field_type {
    TYPE_TEXT,
    TYPE_BOOL,
    TYPE_INTEGER,
    TYPE_COUNT,   /* integer >= 0 */
    TYPE_ORDINAL, /* integer >= 1 */
    TYPE_REAL,
    TYPE_AMOUNT, /* number >= 0 */
    TYPE_RANGE,  /* [lo, hi] */
    TYPE_TEXTS,  /* array of texts */
    TYPE_VALUES, /* object: name -> value; CSV: one text */
    TYPE_EACH,   /* object: name -> value; CSV: one column per name */
    TYPE_OBJECT, /* not in the CSV */
    TYPE_SERIES, /* array; CSV: its length */
    TYPE_ARRAY,  /* not in the CSV */
};

/* Column in the table of --format=full; without text it has no column, but
 * values of TYPE_EACH have columns FIELD.NAME. With text these are NAME and the
 * text. */
struct field_title {
    const char *text;
    double scale; /* factor from the value to the number shown */
    const char *legend;
};

struct field {
    const char *name; /* also name of the CSV column */
    enum field_type type;
    unsigned of;      /* enum field_of */
    const char *unit; /* "s", "B", ...; NULL: none */
    const char *path; /* path in the record, with dots; NULL: name */
    struct field_title title;
};

/* All fields, in the order of records and of the CSV; the last has no name. */
extern const struct field fields[];

/* Returns the field of that name in records of type `of`, or NULL. */
const struct field *field_find(const char *name, unsigned of);

/* Returns the field's value in the record; NULL: missing or null. */
const json_t *field_value(const struct field *f, const json_t *record);

/* Returns the first error in a record of type `of`, malloced, such as "bytes:
 * must be a whole number from 0"; NULL: none. */
char *fields_refuse(const json_t *record, unsigned of);

/* Number of the format of records, in `run` and `table`. Within a format fields
 * are added and none is changed. */
enum { RECORD_FORMAT = 1 };

/* Returns an error text, malloced, if the record is of a newer format or of a
 * version before 1.0; or NULL. */
char *format_refuse(const json_t *record);

/* Returns a value as text for people, malloced; "-" for none. */
char *value_text(const json_t *value);

/* Returns an operation's name for people, malloced: "MPI_Ibcast"; the name
 * itself if it is not a single MPI function, as with patterns and plug-ins. */
char *op_text(const char *op);

/* Returns "pml ob1; within a node vader (single copy cma); between nodes tcp"
 * for the field `transport` of a `run` record, malloced; NULL: no rank sends
 * messages to another. */
char *transport_text(const json_t *transport, long ranks, long nodes);

/* True if the record has that type. */
bool record_is(const json_t *record, const char *type);

/* Return a number or a range, or null if a number is not finite; new
 * references. */
json_t *value_real(double x);
json_t *value_range(double lo, double hi);

/* Adds a value and takes over its reference; NULL becomes null. */
void put_value(json_t *record, const char *name, json_t *value);
/* Does the same, but adds nothing for NULL, null and an empty object. */
void put_some(json_t *record, const char *name, json_t *value);

/* Digits of real numbers. Clock readings keep all digits; no more than ten
 * digits of launch times are significant. */
enum { RECORD_DIGITS = 16, CASE_DIGITS = 10 };

/* Prints a record as a line. */
void record_print(FILE *f, const json_t *record, size_t digits);
/* Returns records as JSON Lines, malloced. Reading and writing preserves
 * records. */
char *records_lines(const json_t *records);
/* Parses JSON Lines. Returns an array of records, a new reference; or NULL, and
 * *line is the first line, from 1, that is not a record. */
json_t *records_read(const char *text, size_t length, size_t *line);

#endif /* RECORD_FIELDS_H */
