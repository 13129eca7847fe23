/* full.h: records as lines of a table, a column a field: --format=full. Pure.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FULL_H
#define RECORD_FULL_H

#include <stdio.h>
#include "record/fields.h"

/* What the `run` record says: "# name: value", a line a field, in seconds. */
void full_head(FILE *f, const json_t *run);

/* A line of titles with "# " before it, and a line a record; columns that are
 * empty in all of them are left out. Legends of what is there come first. */
void full_print(FILE *f, const json_t *records, unsigned of);

#endif /* RECORD_FULL_H */
