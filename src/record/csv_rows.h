/* csv_rows.h: records as rows of a CSV (RFC 4180), a column a field. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_CSV_ROWS_H
#define RECORD_CSV_ROWS_H

#include <stdio.h>
#include "record/fields.h"

/* Shapes of named values. */
enum { CSV_RANGE = 2, CSV_MEDIAN = 3 };

/*
 * What the fields of TYPE_EACH have by name: {"figures": {NAME: SHAPE}}, the
 * shape being null for a value, CSV_RANGE for a range (NAME_lo, NAME_hi), 3 for
 * a median with an interval (NAME_median, NAME_ci_lo, NAME_ci_hi). csv_names()
 * finds them in records; a new reference.
 */
json_t *csv_names(const json_t *records, unsigned of);

void csv_header(FILE *f, unsigned of, const json_t *names);
/* Null and what is missing are empty. */
void csv_row(FILE *f, unsigned of, const json_t *names, const json_t *record);

/* Header and rows of all records, malloced. */
char *csv_of(const json_t *records, unsigned of);

#endif /* RECORD_CSV_ROWS_H */
