/* output.h: both tables as text, JSON Lines and CSV. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OUTPUT_H
#define COMPARE_OUTPUT_H

#include <jansson.h>
#include <stdio.h>
#include "tools/compare/between.h"
#include "tools/compare/compare.h"

/* "bcast:native, 2 ranks, 8 bytes", or "bcast" of an operation; malloced. */
char *case_name(const json_t *record);

/* "faster", ..., "n/a". */
const char *verdict_text(const struct comparison *c);

void comparisons_print(FILE *f, const struct comparisons *c,
                       const struct compare_options *o);
/* One record a case, of that state, or NULL; new references. */
json_t *comparisons_records(const struct comparisons *c,
                            const struct compare_options *o, const char *state);

void betweens_print(FILE *f, const struct betweens *b);
json_t *betweens_records(const struct betweens *b);

/* Replaces the file, or leaves it as it was: 0, or -1 with *cause. */
int records_write(const char *file, bool csv, const json_t *records,
                  char **cause);

#endif /* COMPARE_OUTPUT_H */
