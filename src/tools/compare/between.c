/* between.c: the spread between launches, beside what one launch says of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/between.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/stats.h"

/* Launches may depend on those before them; a series knows how to deal with
 * that (doc/statistics.md). */
static void set_summary(struct between *b, const struct case_launches *l,
                        double confidence)
{
    struct stats_options o = {.confidence = confidence};
    struct series s = {0};
    struct summary summary;

    for (size_t i = 0; i < l->n; i++)
        series_add(&s, l->median[i], i);
    summarize(&summary, &s, &o);
    series_free(&s);
    b->mean = summary.mean;
    b->ci_lo = summary.ci_lo;
    b->ci_hi = summary.ci_hi;
    b->median = summary.median;
    b->min = summary.min;
    b->max = summary.max;
    if (l->n > 1 && b->mean > 0)
        b->spread = gsl_stats_sd(l->median, 1, l->n) / b->mean;
}

/* What each launch, by itself, promised. */
static void set_single(struct between *b, const struct case_launches *l)
{
    double *half = xmalloc((l->n + 1) * sizeof(*half));

    for (size_t i = 0; i < l->n; i++) {
        const struct figures *f = l->of[i];

        if (isnan(f->lo) || !(f->median > 0))
            continue;
        half[b->with_interval++] = (f->hi - f->lo) / 2 / f->median;
        b->held += f->lo <= b->median && b->median <= f->hi;
    }
    b->single = median_of(half, b->with_interval);
    free(half);
}

struct between *between_launches(const struct launches *l, double confidence,
                                 size_t *n)
{
    struct between *all = xcalloc(l->ncases, sizeof(*all));

    *n = l->ncases;
    for (size_t i = 0; i < *n; i++) {
        struct between *b = &all[i];
        struct case_launches of;

        case_launches_init(&of, &l->cases[i]);
        *b = (struct between){
            .record = l->cases[i].record,
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
            set_summary(b, &of, confidence);
        set_single(b, &of);
        case_launches_fini(&of);
    }
    return all;
}
