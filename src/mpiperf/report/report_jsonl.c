/* report_jsonl.c: JSON Lines, one record a line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "mpiperf/report/record.h"
#include "mpiperf/report/report.h"

static void put_line(FILE *f, json_t *record, size_t digits)
{
    char *line = record_line(record, digits);

    fputs(line, f);
    free(line);
    json_decref(record);
}

static void jsonl_begin(FILE *f, const struct report *r)
{
    put_line(f, record_run(r), RECORD_RUN_DIGITS);
}

static void jsonl_pass(FILE *f, const struct report *r,
                       const struct result *res, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (res[i].reason == NULL && res[i].pass.launches > 0)
            put_line(f, record_pass(&(struct row){.r = r, .res = &res[i]}),
                     RECORD_CASE_DIGITS);
}

static void jsonl_rows(FILE *f, const struct report *r,
                       const struct result *res, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_line(f, record_case(&(struct row){.r = r, .res = &res[i]}),
                 RECORD_CASE_DIGITS);
}

static void jsonl_end(FILE *f, const struct report *r, const char *status)
{
    put_line(f, record_end(r, status), RECORD_CASE_DIGITS);
}

static void jsonl_again(FILE *f, const struct options *o, const json_t *record)
{
    (void)o;
    put_line(f, json_incref((json_t *)record), RECORD_CASE_DIGITS);
}

const struct format format_jsonl = {
    .suffix = ".jsonl",
    .begin = jsonl_begin,
    .pass = jsonl_pass,
    .rows = jsonl_rows,
    .end = jsonl_end,
    .again = jsonl_again,
};
