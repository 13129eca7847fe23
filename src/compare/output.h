/* output.h: a table in the formats that standard output and files get. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_OUTPUT_H
#define COMPARE_OUTPUT_H

#include <jansson.h>
#include <stdio.h>
#include "lib/params.h"

struct row;
struct table;

/* A word of --format. */
enum output_format {
    FORMAT_TABLE,
    FORMAT_FULL,
    FORMAT_CSV,
    FORMAT_MD,
    FORMAT_OSU,
    FORMAT_IMB,
};
extern const struct param_word output_words[];

/* file: that keeps the runs, for advice; NULL: none does. */
void output_print(FILE *f, const struct table *t, enum output_format format,
                  const char *file);

/* The same as a text, malloced. */
char *output_text(const struct table *t, enum output_format format);

/* The table of one run, of its records: `run`, and those of cases. */
void output_run(FILE *f, const json_t *records, enum output_format format);

/* ---- rows as records (merged.c) ------------------------------------------ */

/* Of all rows; a new reference. */
json_t *merged_rows(const struct table *t);
/* The same, behind the record of what the table stands on, as the text of a
 * file of records; malloced. */
char *merged_text(const struct table *t);

/* The mean over the runs of a figure of their `case` records; NAN: none. */
double merged_mean(const struct table *t, const struct row *row,
                   const char *field);

/* ---- as other programs print them (foreign.c) ---------------------------- */

/* A list for each operation and algorithm, as OSU's and Intel's benchmarks
 * print it, for programs that read these. Their average is the mean over the
 * ranks, not the slowest rank's time: `rank_mean` of the records. */
void osu_print(FILE *f, const struct table *t);
void imb_print(FILE *f, const struct table *t);

#endif /* COMPARE_OUTPUT_H */
