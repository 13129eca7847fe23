/* report_people.c: standard output as the one table of all programs: what the
 * run measured goes the way of records that are read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "compare/single.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/marks.h"
#include "mpiperf/report/record.h"

enum { NOTES_SHOWN = 6 };

/* Rows and what is to be said of them, until all are there. */
struct collected {
    struct single *table;
    json_t *notes;
};

struct collected *collected_new(void)
{
    struct collected *c = xcalloc(1, sizeof(*c));

    c->table = single_new();
    c->notes = json_array();
    return c;
}

void collected_free(struct collected *c)
{
    if (c == NULL)
        return;
    single_free(c->table);
    json_decref(c->notes);
    free(c);
}

static void people_begin(FILE *f, const struct report *r)
{
    (void)f;
    single_add(r->collected->table, record_run(r));
}

static void people_rows(FILE *f, const struct report *r,
                        const struct result *res, size_t n)
{
    (void)f;
    for (size_t i = 0; i < n; i++) {
        struct row w = {.r = r, .res = &res[i]};
        char *note = marks_note(&w), *line;

        single_add(r->collected->table, record_case(&w));
        if (*note != '\0') {
            line = xasprintf("%s:%s at %lld B: %s", res[i].c->choice->op->name,
                             res[i].variant->label, (long long)res[i].c->bytes,
                             note);
            json_array_append_new(r->collected->notes, json_text(line));
            free(line);
        }
        free(note);
    }
}

static void put_notes(FILE *f, const json_t *notes)
{
    size_t n = json_array_size(notes), shown = n;

    if (n > NOTES_SHOWN)
        shown = NOTES_SHOWN - 1;
    for (size_t i = 0; i < shown; i++)
        fprintf(f, "note: %s\n", json_string_value(json_array_get(notes, i)));
    if (shown < n)
        fprintf(f, "note: and %zu more rows: --format=full has them\n",
                n - shown);
}

static void people_end(FILE *f, const struct report *r, const char *status)
{
    enum output_format format = (enum output_format)r->o->format;
    bool plain = format == FORMAT_TABLE || format == FORMAT_MD;

    (void)status;
    single_print(f, r->collected->table, format);
    if (!plain)
        return;
    put_notes(f, r->collected->notes);
    if (r->o->how.verify)
        report_verified(f, r);
    if (r->cases > 0 && r->ri->started_by != NULL)
        fprintf(f,
                "one run is one observation; to compare in several:\n"
                "mpiperf-repeat -- %s\n",
                r->ri->started_by);
}

const struct format format_people = {
    .name = "table",
    .begin = people_begin,
    .rows = people_rows,
    .end = people_end,
};
