/* report_text.c: the table for people, a row a case and algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "lib/xmalloc.h"
#include "mpiperf/report/marks.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/text_columns.h"
#include "mpiperf/report/text_head.h"

static void text_rows(FILE *f, const struct report *r, const struct result *res,
                      size_t n)
{
    struct table t;

    text_table(&t, r->o);
    for (size_t i = 0; i < n; i++) {
        const struct summary *s = &res[i].summary;
        struct row w = {.r = r, .res = &res[i], .table = &t};
        char *text = marks_note(&w);
        char *note = xasprintf("%s%s", *text != '\0' ? "  # " : "", text);

        w.decimals =
            digits_decimals(1e6 * s->mean, 1e6 * (s->ci_hi - s->ci_lo) / 2.0);
        for (size_t j = 0; j < n; j++)
            w.is_baseline |= res[j].baseline == &res[i];
        text_cells(&w);
        table_note(&t, note);
        free(note);
        free(text);
    }
    table_print_rows(f, &t);
    table_free(&t);
}

static void text_begin(FILE *f, const struct report *r)
{
    struct table t;

    text_head(f, r);
    text_legend(f, r->o);
    text_table(&t, r->o);
    table_print_titles(f, &t);
    table_free(&t);
}

void report_verified(FILE *f, const struct report *r)
{
    if (r->uncheckable == 0)
        fprintf(f, "# verify: every result checked, %ld mismatches\n",
                r->mismatches);
    else
        fprintf(f,
                "# verify: results of %zu of %zu cases checked, %ld "
                "mismatches; the others have none that can be checked\n",
                r->cases - r->uncheckable, r->cases, r->mismatches);
}

static void text_end(FILE *f, const struct report *r, const char *status)
{
    char buf[DIGITS_SIZE];

    fprintf(f, "# %zu cases, %zu without a valid launch; %s s%s%s\n", r->cases,
            r->empty, digits_plain(buf, r->seconds),
            strcmp(status, "complete") == 0 ? "" : "; ",
            strcmp(status, "complete") == 0 ? "" : status);
    if (r->cases > 0 && r->ri->started_by != NULL)
        fprintf(f,
                "# intervals hold within this run; a table that holds from run "
                "to run:\n"
                "# mpiperf-repeat -- %s\n",
                r->ri->started_by);
    if (r->o->how.verify)
        report_verified(f, r);
}

const struct format format_text = {
    .name = "text",
    .begin = text_begin,
    .rows = text_rows,
    .end = text_end,
};
