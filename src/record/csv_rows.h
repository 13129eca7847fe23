/* csv_rows.h: writes records as rows of CSV (RFC 4180), one column per field.
 * Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_CSV_ROWS_H
#define RECORD_CSV_ROWS_H

#include <stdio.h>
#include "record/fields.h"

/* Shapes of named values: a range, or a median with its interval. */
enum { CSV_RANGE = 2, CSV_MEDIAN = 3 };

/*
 * Collects the named values that the records have in fields of TYPE_EACH.
 * Returns {"figures": {NAME: SHAPE}}, a new reference. SHAPE is null for a
 * single value, CSV_RANGE for a range (columns NAME_lo, NAME_hi), and
 * CSV_MEDIAN for a median (NAME_median, NAME_ci_lo, NAME_ci_hi).
 */
json_t *csv_names(const json_t *records, unsigned of);

/* Writes a record as a row; if `record` is NULL, writes the header. Null and
 * missing values become empty cells. */
void csv_line(FILE *f, unsigned of, const json_t *names, const json_t *record);

/* Returns the header and a row for each record, malloced. */
char *csv_of(const json_t *records, unsigned of);

#endif /* RECORD_CSV_ROWS_H */
