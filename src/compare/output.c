/* output.c: prints a table in each of the output formats. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/output.h"

#include <stdlib.h>
#include "compare/view.h"
#include "lib/xmalloc.h"
#include "record/csv_rows.h"
#include "record/full.h"

const struct param_word output_words[] = {
    {.name = "table", .value = FORMAT_TABLE, .help = "the answer first"},
    {.name = "full", .value = FORMAT_FULL, .help = "a line a row, for grep"},
    {.name = "csv", .value = FORMAT_CSV, .help = "all columns, for programs"},
    {.name = "md", .value = FORMAT_MD, .help = "the table as Markdown"},
    {.name = "osu", .value = FORMAT_OSU, .help = "as OSU's benchmarks"},
    {.name = "imb", .value = FORMAT_IMB, .help = "as Intel's benchmarks"},
    {0},
};

static void print_records(FILE *f, const struct table *t, bool csv)
{
    json_t *all = merged_rows(t);
    char *text = csv ? csv_of(all, OF_MERGED) : NULL;

    if (csv)
        fputs(text, f);
    else
        full_print(f, all, OF_MERGED);
    free(text);
    json_decref(all);
}

void output_print(FILE *f, const struct table *t, enum output_format format,
                  const char *file)
{
    char *advice;

    switch (format) {
    case FORMAT_TABLE:
    case FORMAT_MD:
        people_print(f, t, format == FORMAT_MD);
        advice = advice_text(t, file);
        if (advice != NULL)
            fprintf(f, "%s\n", advice);
        free(advice);
        break;
    case FORMAT_FULL:
    case FORMAT_CSV:
        print_records(f, t, format == FORMAT_CSV);
        break;
    case FORMAT_OSU:
        osu_print(f, t);
        break;
    case FORMAT_IMB:
        imb_print(f, t);
        break;
    }
}

char *output_text(const struct table *t, enum output_format format)
{
    size_t length;
    char *text;
    FILE *f = text_open(&text, &length);

    output_print(f, t, format, NULL);
    text_close(f);
    return text;
}

void output_run(FILE *f, const json_t *records, enum output_format format)
{
    struct runs runs;
    struct table t;

    table_of_run(&t, &runs, records, true);
    output_print(f, &t, format, NULL);
    table_free_rows(&t);
    runs_free(&runs);
}
