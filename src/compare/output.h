/* output.h: a table in the formats that standard output and files get. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OUTPUT_H
#define COMPARE_OUTPUT_H

#include <stdio.h>
#include "compare/format.h"
#include "compare/table.h"

/* file: that keeps the runs, for advice; NULL: none does. */
void output_print(FILE *f, const struct table *t, enum output_format format,
                  const char *file);

/* The same as a text, malloced. */
char *output_text(const struct table *t, enum output_format format);

#endif /* COMPARE_OUTPUT_H */
