/* fields.h: the table of all record fields: how each is written, read, checked
 * and shown. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FIELDS_H
#define RECORD_FIELDS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

/* Which types of records have a field; and flags, from OF_KEY on. */
enum field_of {
    OF_RUN = 1,
    OF_CASE = 2,
    OF_PASS = 4,
    OF_MERGED = 8,
    OF_LOST = 16,
    OF_TABLE = 32,
    OF_END = 64,
    OF_KEY = 128,      /* the field is part of the key of its case */
    OF_NEEDED = 256,   /* required: neither missing nor null */
    OF_OPTIONAL = 512, /* in cases: omitted instead of null */
    /* in the profile of a program: */
    OF_PROGRAM = 1024,
    OF_CALLS = 2048,
    OF_OTHER = 4096,
    OF_TIME = 8192, /* time of a whole command (mpiperf-repeat --time) */
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

/* Column of a field in the table of --format=full. text: its title; NULL if it
 * has no column. In a TYPE_EACH, each name has a column, titled NAME followed
 * by `text`, or FIELD.NAME without `text`. */
struct field_title {
    const char *text;
    double scale; /* factor from the value to the number shown */
    const char *legend;
};

struct field {
    const char *name; /* also the name of its CSV column */
    enum field_type type;
    unsigned of;      /* flags of enum field_of */
    const char *unit; /* "s", "B", ...; NULL if there is no unit */
    const char *path; /* dotted path in the record; if NULL, `name` */
    struct field_title title;
};

/* All fields, in the order of records and of the CSV; the last has no name. */
extern const struct field fields[];

/* Returns the field of that name in records of type `of`, or NULL. */
const struct field *field_find(const char *name, unsigned of);

/* Returns the field's value in the record; NULL if missing or null. */
const json_t *field_value(const struct field *f, const json_t *record);

/* Checks a record of type `of`. Returns the first error, malloced, such as
 * "bytes: must be a whole number from 0"; NULL if there is none. */
char *fields_refuse(const json_t *record, unsigned of);

/* Version of the record format, in records of type `run` and `table`. Within a
 * version, fields are added but never changed. */
enum { RECORD_FORMAT = 1 };

/* Returns a malloced error text if the record has a newer format or comes from
 * a version before 1.0; else NULL. */
char *format_refuse(const json_t *record);

/* Returns a value as text for readers, malloced; "-" if it has none. */
char *value_text(const json_t *value);

/* Returns an operation's name for readers, malloced: "MPI_Ibcast". Operations
 * that are not one MPI function (patterns, plug-ins) keep their name. */
char *op_text(const char *op);

/* Describes the field `transport` of a `run` record: "pml ob1; within a node
 * vader (single copy cma); between nodes tcp", malloced. NULL if no rank sends
 * a message to another. */
char *transport_text(const json_t *transport, long ranks, long nodes);

/* True if the record has that type. */
bool record_is(const json_t *record, const char *type);
/* True if the record of a case has the mark. */
bool record_has_mark(const json_t *record, const char *name);

/* Return a number or a range as JSON, or null if a number is not finite; new
 * references. */
json_t *value_real(double x);
json_t *value_range(double lo, double hi);
/* Returns the time in UTC, formatted as in ISO 8601; a new reference. */
json_t *value_time(time_t t);

/* Adds a member, taking over the reference of its value; NULL becomes null. */
void put_value(json_t *record, const char *name, json_t *value);
/* Like record_set(), but leaves out NULL, null and empty objects. */
void put_some(json_t *record, const char *name, json_t *value);

/* Significant digits of real numbers. Clock readings keep all their digits; in
 * launch times, no more than ten are significant. */
enum { RECORD_DIGITS = 16, CASE_DIGITS = 10 };

/* Prints a record as one line. */
void record_print(FILE *f, const json_t *record, size_t digits);
/* Returns records as JSON Lines, malloced; reading these gives equal
 * records. */
char *records_lines(const json_t *records);
/* Parses JSON Lines. Returns an array of records, a new reference; or NULL,
 * with *line set to the number (from 1) of the first line without a record. */
json_t *records_read(const char *text, size_t length, size_t *line);

#endif /* RECORD_FIELDS_H */
