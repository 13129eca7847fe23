/* report_jsonl.c: JSON Lines, one record a line. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/report/record.h"
#include "mpiperf/report/report.h"

/* Clock readings are large: nothing of them may be lost. Times of launches
 * have no more than ten digits that mean something. */
enum { RUN_DIGITS = 16, CASE_DIGITS = 10 };

static void put_line(FILE *f, json_t *record, size_t digits)
{
    json_dumpf(record, f, JSON_COMPACT | JSON_REAL_PRECISION(digits));
    putc('\n', f);
    json_decref(record);
}

static void jsonl_begin(FILE *f, const struct report *r)
{
    put_line(f, record_run(r), RUN_DIGITS);
}

static void jsonl_rows(FILE *f, const struct report *r,
                       const struct result *res, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_line(f, record_case(r, &res[i]), CASE_DIGITS);
}

static void jsonl_end(FILE *f, const struct report *r, const char *status)
{
    put_line(f, record_end(r, status), CASE_DIGITS);
}

const struct format format_jsonl = {
    .name = "jsonl",
    .begin = jsonl_begin,
    .rows = jsonl_rows,
    .end = jsonl_end,
};
