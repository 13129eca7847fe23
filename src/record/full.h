/* full.h: prints records as a table with one column per field, for
 * --format=full. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_FULL_H
#define RECORD_FULL_H

#include <stdio.h>
#include "record/fields.h"

/* Prints the `run` record as lines "# name: value"; times are in seconds. */
void full_head(FILE *f, const json_t *run);

/* Prints legends, a line of titles that begins with "# ", and one line per
 * record. Leaves out columns that are empty in every record. */
void full_print(FILE *f, const json_t *records, unsigned of);

#endif /* RECORD_FULL_H */
