/* report_csv.c: the fields of a case as a row; quoting as in RFC 4180. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "mpiperf/report/figures.h"
#include "mpiperf/report/record.h"
#include "record/csv_rows.h"

/* Figures that are columns of their own: values of launches are medians with an
 * interval. A new reference. */
static json_t *names_of(const struct options *o)
{
    const struct figure **figures = figures_asked(o);
    json_t *of_launches = json_object(), *others = json_object();

    for (const struct figure **p = figures; *p != NULL; p++)
        if ((*p)->launch)
            json_object_set_new(of_launches, (*p)->name,
                                json_integer(CSV_MEDIAN));
        else
            json_object_set_new(others, (*p)->name, json_null());
    free(figures);
    return json_pack("{s:o, s:o}", "parts", of_launches, "figures", others);
}

static void csv_begin(FILE *f, const struct options *o)
{
    json_t *names = names_of(o);

    csv_header(f, OF_CASE, names);
    json_decref(names);
}

/* Of the record, so that a row made of one that was read is the same. */
static void put_row(FILE *f, const struct options *o, const json_t *record)
{
    json_t *names = names_of(o);

    csv_row(f, OF_CASE, names, record);
    json_decref(names);
}

static void csv_rows(FILE *f, const struct report *r, const struct result *res,
                     size_t n)
{
    for (size_t i = 0; i < n; i++) {
        json_t *record = record_case(&(struct row){.r = r, .res = &res[i]});

        put_row(f, r->o, record);
        json_decref(record);
    }
}

static void csv_again(FILE *f, const struct options *o, const json_t *record)
{
    if (record_is(record, "case"))
        put_row(f, o, record);
}

const struct format format_csv = {
    .suffix = ".csv",
    .whole_quotes = true,
    .header = csv_begin,
    .rows = csv_rows,
    .again = csv_again,
};
