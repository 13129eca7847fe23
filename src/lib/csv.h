/* csv.h: cells of a table, quoted as in RFC 4180. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_CSV_H
#define LIB_CSV_H

#include <jansson.h>
#include <stdio.h>

/* In quotes where that is needed. */
void csv_text(FILE *f, const char *text);
/* A value of a record, reals with so many digits; null and NULL are empty. */
void csv_cell(FILE *f, const json_t *value, size_t digits);

#endif /* LIB_CSV_H */
