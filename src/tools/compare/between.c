/* between.c: the spread between runs, beside what one run says of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/between.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/stats.h"

/* Runs may depend on those before them; a series knows how to deal with
 * that (doc/statistics.md). */
static void set_summary(struct between *b, const struct case_runs *r,
                        double confidence)
{
    struct stats_options o = {.confidence = confidence};
    struct series s = {0};
    struct summary summary;

    for (size_t i = 0; i < r->n; i++)
        series_add(&s, r->median[i], i);
    summarize(&summary, &s, &o);
    series_free(&s);
    b->mean = summary.mean;
    b->ci_lo = summary.ci_lo;
    b->ci_hi = summary.ci_hi;
    b->median = summary.median;
    b->min = summary.min;
    b->max = summary.max;
    if (r->n > 1 && b->mean > 0)
        b->spread = gsl_stats_sd(r->median, 1, r->n) / b->mean;
}

/* What each run, by itself, promised. */
static void set_single(struct between *b, const struct case_runs *r)
{
    double *half = xmalloc((r->n + 1) * sizeof(*half));

    for (size_t i = 0; i < r->n; i++) {
        const struct figures *f = r->of[i];

        if (isnan(f->lo) || !(f->median > 0))
            continue;
        half[b->with_interval++] = (f->hi - f->lo) / 2 / f->median;
        b->covered += f->lo <= b->median && b->median <= f->hi;
    }
    b->single = median_of(half, b->with_interval);
    free(half);
}

void betweens_add(struct betweens *b, const struct runs *r, long command)
{
    b->v = xreallocarray(b->v, b->n + r->ncases, sizeof(*b->v));
    for (size_t i = 0; i < r->ncases; i++) {
        struct between *to = &b->v[b->n++];
        struct case_runs of;

        case_runs_init(&of, &r->cases[i]);
        *to = (struct between){
            .command = command,
            .record = r->cases[i].record,
            .n = of.n,
            .empty = of.empty,
            .wrong = of.wrong,
            .mean = NAN,
            .ci_lo = NAN,
            .ci_hi = NAN,
            .median = NAN,
            .min = NAN,
            .max = NAN,
            .spread = NAN,
        };
        if (of.n > 0)
            set_summary(to, &of, b->confidence);
        set_single(to, &of);
        case_runs_fini(&of);
    }
}
