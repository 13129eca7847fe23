/* report_text.c: --format=full: what was run, on what, and a line a row. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "lib/digits.h"
#include "mpiperf/report/collected.h"
#include "mpiperf/report/figures.h"
#include "mpiperf/report/record.h"
#include "record/full.h"

/* What figures of operations and algorithms are. */
static void put_figures(FILE *f, const struct options *o)
{
    const struct figure **figures = figures_asked(o);

    for (const struct figure **p = figures; *p != NULL; p++)
        fprintf(f, *(*p)->unit != '\0' ? "# %s.%s: %s (%s)\n" : "# %s.%s: %s\n",
                (*p)->launch ? "parts" : "figures", (*p)->name, (*p)->help,
                (*p)->unit);
    free(figures);
}

static void text_begin(FILE *f, const struct report *r)
{
    const struct measuring *how = &r->o->how;
    json_t *run = record_run(r);

    full_head(f, run);
    json_decref(run);
    fprintf(
        f,
        "# times in us, of the slowest rank; mean, ci: after dropping %g %% "
        "at each end, %g %% interval\n",
        100.0 * how->trim, 100.0 * how->confidence);
    fputs(how->paper ? "# median: all valid launches; min, max: of those left "
                       "after trimming\n"
                     : "# min, median, max: all valid launches\n",
          f);
    put_figures(f, r->o);
}

static void text_rows(FILE *f, const struct report *r, const struct result *res,
                      size_t n)
{
    (void)f;
    collect_rows(r, res, n);
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

    full_print(f, r->collected->cases, OF_CASE);
    collected_notes(f, r, "# ", json_array_size(r->collected->notes));
    fprintf(f, "# %zu cases, %zu without a valid launch; %s s%s%s\n", r->cases,
            r->empty, digits_plain(buf, r->seconds),
            strcmp(status, "complete") == 0 ? "" : "; ",
            strcmp(status, "complete") == 0 ? "" : status);
    if (r->o->how.verify)
        report_verified(f, r);
    if (r->cases > 0 && r->ri->started_by != NULL)
        fprintf(f,
                "# one run is one observation; to compare in several:\n"
                "# mpiperf-repeat -- %s\n",
                r->ri->started_by);
}

const struct format format_text = {
    .begin = text_begin,
    .rows = text_rows,
    .end = text_end,
};
