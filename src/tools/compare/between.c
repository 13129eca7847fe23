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
        const json_t *ci = json_object_get(l->record[i], "median_ci");
        double lo = json_number_value(json_array_get(ci, 0));
        double hi = json_number_value(json_array_get(ci, 1));

        if (!json_is_array(ci) || !(l->median[i] > 0))
            continue;
        half[b->with_interval++] = (hi - lo) / 2 / l->median[i];
        b->held += lo <= b->median && b->median <= hi;
    }
    b->single = median_of(half, b->with_interval);
    free(half);
}

struct between *between_launches(const struct launches *l, double confidence,
                                 size_t *n)
{
    json_t *cases = launches_cases(l), *record;
    struct between *all = xcalloc(json_object_size(cases) + 1, sizeof(*all));
    const char *key;

    *n = 0;
    json_object_foreach(cases, key, record)
    {
        struct between *b = &all[(*n)++];
        struct case_launches of;

        case_launches_init(&of, l, key);
        *b = (struct between){
            .record = record,
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
    json_decref(cases);
    return all;
}
