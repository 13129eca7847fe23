/* report_people.c: standard output as the one table of all programs: what the
 * run measured goes the way of records that are read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "compare/output.h"
#include "mpiperf/report/collected.h"
#include "mpiperf/report/record.h"

enum { NOTES_MOST = 6 };

static void people_rows(FILE *f, const struct report *r,
                        const struct result *res, size_t n)
{
    (void)f;
    collect_rows(r, res, n);
}

static void put_table(FILE *f, const struct report *r)
{
    json_t *records = json_array();

    json_array_append_new(records, record_run(r));
    json_array_extend(records, r->collected->cases);
    output_run(f, records, (enum output_format)r->o->format);
    json_decref(records);
}

static void people_end(FILE *f, const struct report *r, const char *status)
{
    (void)status;
    put_table(f, r);
    if (r->o->format != FORMAT_TABLE && r->o->format != FORMAT_MD)
        return;
    collected_notes(f, r, "note: ", NOTES_MOST);
    if (r->o->how.verify)
        report_verified(f, r);
    if (r->cases > 0 && r->ri->started_by != NULL)
        fprintf(f,
                "one run is one observation; to compare in several:\n"
                "mpiperf-repeat -- %s\n",
                r->ri->started_by);
}

const struct format format_people = {
    .rows = people_rows,
    .end = people_end,
};
