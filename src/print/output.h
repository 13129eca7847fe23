/* output.h: prints a table in any of the output formats. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PRINT_OUTPUT_H
#define PRINT_OUTPUT_H

#include <jansson.h>
#include <stdio.h>
#include "lib/params.h"

struct named;
struct row;
struct table;

enum output_format {
    FORMAT_TABLE,
    FORMAT_FULL,
    FORMAT_CSV,
    FORMAT_MD,
    FORMAT_OSU,
    FORMAT_OSU_FULL,
    FORMAT_IMB,
};
extern const struct param_word output_words[];

/* file: file of the runs, for the advice; or NULL. */
void output_print(FILE *f, const struct table *t, enum output_format format,
                  const char *file);

/* Prints the tables of all families, at most 80 characters wide: what was
 * measured, the fastest rival, the legend, warnings, and the grids. */
void print_table(FILE *f, const struct table *t, bool markdown);

char *output_text(const struct table *t, enum output_format format);

/* Prints the table of one run from its `run` and `case` records. named: NULL,
 * or the name of a benchmark, in whose format the table is. */
void output_run(FILE *f, const json_t *records, enum output_format format,
                const struct named *named);

/* Returns `merged` records of rows first..end-1: an array, a new reference. */
json_t *merged_rows(const struct table *t, size_t first, size_t end);

/* Returns the text of a file of records, malloced: a `table` record (how runs
 * were split into states), and a `merged` record for each row. */
char *merged_text(const struct table *t);

#endif /* PRINT_OUTPUT_H */
