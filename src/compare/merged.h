/* merged.h: rows of a table as records. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_MERGED_H
#define COMPARE_MERGED_H

#include "compare/table.h"

/* The record of what the table stands on, and one of each row; a new
 * reference. */
json_t *merged_records(const struct table *t);

/* A row's alone; likewise. */
json_t *merged_record(const struct table *t, const struct row *row);

/* The mean over the runs of a figure of their `case` records; NAN: none. */
double merged_mean(const struct table *t, const struct row *row,
                   const char *field);

#endif /* COMPARE_MERGED_H */
