/* report_text.c: the table for people, a row a case and algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <string.h>
#include "lib/digits.h"
#include "mpiperf/report/marks.h"
#include "mpiperf/report/record.h"
#include "mpiperf/report/report.h"
#include "mpiperf/report/text_columns.h"
#include "mpiperf/report/text_head.h"

/* What the operation and the algorithm tell of themselves. Times stand in
 * microseconds, as in the columns. */
static const char *put_figures(FILE *f, const struct result *res,
                               const char *mark)
{
    char buf[DIGITS_SIZE];

    for (size_t i = 0; i < res->nfigures; i++) {
        const struct figure *figure = res->figures[i].figure;
        bool time = strcmp(figure->unit, "s") == 0;
        double value = res->figures[i].value * (time ? 1e6 : 1);

        fprintf(f, "%s%s %s%s%s", mark, figure->name, digits_plain(buf, value),
                time || *figure->unit == '\0' ? "" : " ",
                time ? "" : figure->unit);
        mark = ", ";
    }
    return res->nfigures > 0 ? "; " : mark;
}

/* What a reader of the figures must not overlook. */
static void put_marks(FILE *f, const struct text_row *w)
{
    const char *reason = result_reason(w->res), *before = "  # ";
    bool cautioned = false;

    if (reason != NULL) {
        fprintf(f, "%s%s", before, reason);
        before = "; ";
    } else {
        before = put_figures(f, w->res, before);
    }
    for (const struct mark *m = marks; m->name != NULL; m++) {
        if (!m->holds(w->r, w->res) || (m->caution && cautioned))
            continue;
        fputs(before, f);
        m->say(f, w->r, w->res);
        before = "; ";
        cautioned |= m->caution;
    }
}

static void text_rows(FILE *f, const struct report *r, const struct result *res,
                      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct summary *s = &res[i].summary;
        struct text_row w = {.r = r, .res = &res[i]};

        w.decimals =
            digits_decimals(1e6 * s->mean, 1e6 * (s->ci_hi - s->ci_lo) / 2.0);
        for (size_t j = 0; j < n; j++)
            w.is_baseline |= res[j].baseline == &res[i];
        text_cells(f, &w);
        put_marks(f, &w);
        putc('\n', f);
    }
}

static void text_begin(FILE *f, const struct report *r)
{
    const struct options *o = r->o;

    text_head(f, r);
    fprintf(
        f,
        "# times in us, of the slowest rank; mean, ci: after dropping %g %% "
        "at each end, %g %% interval%s\n"
        "# %s%s\n",
        100.0 * o->how.trim, 100.0 * o->how.confidence,
        o->how.paper ? "; se, e: its standard error, a * se" : "",
        o->how.paper ? "median: all valid launches; min, max: of those left after "
                   "trimming"
                 : "min, median, max: all valid launches",
        text_compares(o) ? "; vs: ratio of the medians and its interval" : "");
    if (text_has_views(o))
        fputs("# by the global clock, medians: global_us: first start to last "
              "end; after_us: last start to last end; skew_us: first start to "
              "last start\n",
              f);
    if (text_has_rates(o))
        fputs("# MB/s, msg/s: 10^6 bytes and messages a second, all pairs "
              "together, of the median\n",
              f);
    if (text_hides(o))
        fputs("# hidden: share of native's time that the computation beside it "
              "hid, with its interval; phases: medians\n",
              f);
    text_header(f, o);
}

static void text_end(FILE *f, const struct report *r, const char *status)
{
    char buf[DIGITS_SIZE];

    fprintf(f, "# %zu cases, %zu without a valid launch; %s s%s%s\n", r->cases,
            r->empty, digits_plain(buf, r->seconds),
            strcmp(status, "complete") == 0 ? "" : "; ",
            strcmp(status, "complete") == 0 ? "" : status);
    if (r->o->how.verify)
        fprintf(f, "# verify: every result checked, %ld mismatches\n",
                r->mismatches);
}

const struct format format_text = {
    .name = "text",
    .begin = text_begin,
    .rows = text_rows,
    .end = text_end,
};
