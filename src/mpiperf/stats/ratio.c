/* ratio.c: how many times slower: ratio of medians, bootstrapped by rounds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/spread.h"
#include "mpiperf/stats/stats.h"

enum {
    REPLICATES = 2000,
    BATCHES_RANKED = 6, /* so many batches give percentiles that cover */
};

/* One series, its launches numbered by batch: a round, or neighbouring rounds
 * merged. First in the order they ran, then in ascending order of time. */
struct side {
    double *t;
    size_t *batch;
    size_t n;
    size_t *count; /* launches of each batch */
    size_t filled; /* batches that have any */
};

/* Numbers the rounds of both series together, from 0; returns how many. */
static size_t number_rounds(struct side *a, const size_t *around,
                            struct side *b, const size_t *bround)
{
    size_t i = 0, j = 0, m = 0;

    for (; i < a->n || j < b->n; m++) {
        size_t id = j == b->n || (i < a->n && around[i] < bround[j])
                        ? around[i]
                        : bround[j];

        while (i < a->n && around[i] == id)
            a->batch[i++] = m;
        while (j < b->n && bround[j] == id)
            b->batch[j++] = m;
    }
    return m;
}

static void side_init(struct side *p, const struct series *s)
{
    *p = (struct side){
        .t = xmalloc(s->n * sizeof(*p->t)),
        .batch = xmalloc(s->n * sizeof(*p->batch)),
        .n = s->n,
    };
    memcpy(p->t, s->t, s->n * sizeof(*p->t));
}

static void side_fini(struct side *p)
{
    free(p->t);
    free(p->batch);
    free(p->count);
}

/* Median of the launches of one batch, which begin at *at and are stepped
 * over; NAN if there are none. */
static double batch_median(const struct side *p, size_t batch, size_t *at,
                           double *scratch)
{
    size_t n = 0;

    while (*at < p->n && p->batch[*at] == batch)
        scratch[n++] = p->t[(*at)++];
    if (n == 0)
        return NAN;
    gsl_sort(scratch, 1, n);
    return gsl_stats_median_from_sorted_data(scratch, 1, n);
}

/* The ratio within each of the m batches that both have; how many those are. */
static size_t batch_ratios(double *ratio, const struct side *a,
                           const struct side *b, size_t m)
{
    double *scratch = xmalloc((a->n + b->n) * sizeof(*scratch));
    size_t i = 0, j = 0, n = 0;

    for (size_t k = 0; k < m; k++) {
        double ma = batch_median(a, k, &i, scratch);
        double mb = batch_median(b, k, &j, scratch);

        if (mb > 0 && !isnan(ma))
            ratio[n++] = ma / mb;
    }
    free(scratch);
    return n;
}

static void side_merge_pairs(struct side *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->batch[i] /= 2;
}

/* Common drift cancels in the ratio of a round; what is still correlated from
 * round to round has to be drawn together. Returns how many batches remain. */
static size_t merge_batches(struct side *a, struct side *b, size_t m)
{
    double *ratio = xmalloc(m * sizeof(*ratio));

    while (batches_mergeable(ratio, batch_ratios(ratio, a, b, m))) {
        side_merge_pairs(a);
        side_merge_pairs(b);
        m = (m + 1) / 2;
    }
    free(ratio);
    return m;
}

static void side_count(struct side *p, size_t m)
{
    p->count = xcalloc(m, sizeof(*p->count));
    for (size_t i = 0; i < p->n; i++)
        p->filled += p->count[p->batch[i]]++ == 0;
}

static void side_sort(struct side *p)
{
    size_t *order = xmalloc(p->n * sizeof(*order));
    struct side was = *p;

    p->t = xmalloc(p->n * sizeof(*p->t));
    p->batch = xmalloc(p->n * sizeof(*p->batch));
    gsl_sort_index(order, was.t, 1, p->n);
    for (size_t i = 0; i < p->n; i++) {
        p->t[i] = was.t[order[i]];
        p->batch[i] = was.batch[order[i]];
    }
    free(order);
    free(was.t);
    free(was.batch);
}

/* Median of the replicate that has batch i drawn[i] times; NAN if empty. One
 * walk up the sorted launches: nothing is copied or sorted again. */
static double side_median(const struct side *p, const size_t *drawn, size_t m)
{
    size_t total = 0, seen = 0, i = 0;
    double lower;

    for (size_t k = 0; k < m; k++)
        total += drawn[k] * p->count[k];
    if (total == 0)
        return NAN;
    while ((seen += drawn[p->batch[i]]) <= (total - 1) / 2)
        i++;
    lower = p->t[i];
    while (seen <= total / 2)
        seen += drawn[p->batch[++i]];
    return (lower + p->t[i]) / 2;
}

/* Nothing is a multiple of a median that is not above 0. */
static double ratio_of(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

/* A replicate without a single launch of a series is drawn again. */
static double replicate(const struct side *a, const struct side *b, size_t m,
                        size_t *drawn, gsl_rng *rng)
{
    double ma, mb;

    do {
        memset(drawn, 0, m * sizeof(*drawn));
        for (size_t k = 0; k < m; k++)
            drawn[gsl_rng_uniform_int(rng, m)]++;
        ma = side_median(a, drawn, m);
        mb = side_median(b, drawn, m);
    } while (isnan(ma) || isnan(mb));
    return mb > 0 ? ma / mb : INFINITY;
}

/*
 * Many batches: percentiles, set wider for their being few as Student's t is
 * wider than the normal (Hesterberg's expanded percentile interval). With few
 * not even the extremes cover: Student's interval of the logarithm, by the
 * replicates' standard deviation.
 */
static void interval(struct ratio *out, double *r, size_t m, double confidence)
{
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)m - 1);
    double tail = gsl_cdf_ugaussian_Q(t * sqrt((double)m / (double)(m - 1)));

    if (m >= BATCHES_RANKED) {
        gsl_sort(r, 1, REPLICATES);
        out->lo = gsl_stats_quantile_from_sorted_data(r, 1, REPLICATES, tail);
        out->hi =
            gsl_stats_quantile_from_sorted_data(r, 1, REPLICATES, 1 - tail);
    } else {
        for (size_t i = 0; i < REPLICATES; i++)
            r[i] = log(r[i]);
        t *= gsl_stats_sd(r, 1, REPLICATES);
        out->lo = out->ratio * exp(-t);
        out->hi = out->ratio * exp(t);
    }
    if (!isfinite(out->lo) || !isfinite(out->hi))
        out->lo = out->hi = NAN;
}

static void bootstrap(struct ratio *out, const struct side *a,
                      const struct side *b, size_t m, double confidence,
                      unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t *drawn = xmalloc(m * sizeof(*drawn));
    double *r = xmalloc(REPLICATES * sizeof(*r));

    gsl_rng_set(rng, seed);
    for (size_t i = 0; i < REPLICATES; i++)
        r[i] = replicate(a, b, m, drawn, rng);
    interval(out, r, a->filled < b->filled ? a->filled : b->filled, confidence);
    free(r);
    free(drawn);
    gsl_rng_free(rng);
}

void ratio_of_medians(struct ratio *out, const struct series *a,
                      const struct series *b, double confidence,
                      unsigned long seed)
{
    struct side sa, sb;
    size_t m;

    *out = (struct ratio){.ratio = NAN, .lo = NAN, .hi = NAN};
    if (a->n == 0 || b->n == 0)
        return;
    side_init(&sa, a);
    side_init(&sb, b);
    m = merge_batches(&sa, &sb, number_rounds(&sa, a->round, &sb, b->round));
    side_count(&sa, m);
    side_count(&sb, m);
    side_sort(&sa);
    side_sort(&sb);
    out->ratio = ratio_of(gsl_stats_median_from_sorted_data(sa.t, 1, sa.n),
                          gsl_stats_median_from_sorted_data(sb.t, 1, sb.n));
    if (sa.filled > 1 && sb.filled > 1 && !isnan(out->ratio))
        bootstrap(out, &sa, &sb, m, confidence, seed);
    side_fini(&sa);
    side_fini(&sb);
}
