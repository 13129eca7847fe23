/* ratio.c: how many times slower, and what share is hidden: figures made of
 * medians, bootstrapped by rounds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/spread.h"
#include "mpiperf/stats/stats.h"

enum {
    REPLICATES = 2000,
    BATCHES_RANKED = 6, /* so many batches give percentiles that cover */
    SIDES_MAX = 3,      /* series that a figure is made of */
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

/* A figure made of the medians of so many series. */
struct figure {
    size_t nsides;
    double (*of)(const double *median); /* NAN: does not exist */
    bool positive; /* a multiple: its logarithm is what scatters evenly */
};

/* Those series, in m batches that are common to all. */
struct sides {
    const struct figure *figure;
    struct side v[SIDES_MAX];
    size_t m;
};

/* Nothing is a multiple of a median that is not above 0. */
static double ratio_figure(const double *median)
{
    return median[1] > 0 ? median[0] / median[1] : NAN;
}

/* Of both at once, one alone, the other alone. */
static double hidden_figure(const double *median)
{
    return median[2] > 0 ? 1 - (median[0] - median[1]) / median[2] : NAN;
}

static const struct figure ratio = {2, ratio_figure, true};
static const struct figure hidden = {3, hidden_figure, false};

/* Numbers the rounds of all series together, from 0. */
static void number_rounds(struct sides *all, const struct series *const *s)
{
    size_t at[SIDES_MAX] = {0};

    for (;; all->m++) {
        size_t id = SIZE_MAX;

        for (size_t k = 0; k < all->figure->nsides; k++)
            if (at[k] < s[k]->n && s[k]->round[at[k]] < id)
                id = s[k]->round[at[k]];
        if (id == SIZE_MAX)
            return;
        for (size_t k = 0; k < all->figure->nsides; k++)
            while (at[k] < s[k]->n && s[k]->round[at[k]] == id)
                all->v[k].batch[at[k]++] = all->m;
    }
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

/* The figure within each of the batches that all have; how many those are. */
static size_t batch_figures(double *value, const struct sides *all)
{
    size_t at[SIDES_MAX] = {0}, most = 0, n = 0;
    double median[SIDES_MAX], *scratch;

    for (size_t k = 0; k < all->figure->nsides; k++)
        most = all->v[k].n > most ? all->v[k].n : most;
    scratch = xmalloc(most * sizeof(*scratch));
    for (size_t i = 0; i < all->m; i++) {
        for (size_t k = 0; k < all->figure->nsides; k++)
            median[k] = batch_median(&all->v[k], i, &at[k], scratch);
        value[n] = all->figure->of(median);
        n += !isnan(value[n]);
    }
    free(scratch);
    return n;
}

/* Common drift cancels in the figure of a round; what is still correlated from
 * round to round has to be drawn together. */
static void merge_batches(struct sides *all)
{
    double *value = xmalloc(all->m * sizeof(*value));

    while (batches_mergeable(value, batch_figures(value, all))) {
        for (size_t k = 0; k < all->figure->nsides; k++)
            for (size_t i = 0; i < all->v[k].n; i++)
                all->v[k].batch[i] /= 2;
        all->m = (all->m + 1) / 2;
    }
    free(value);
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

/* A replicate without a single launch of a series is drawn again. */
static double replicate(const struct sides *all, size_t *drawn, gsl_rng *rng)
{
    double median[SIDES_MAX], value;
    bool complete;

    do {
        complete = true;
        memset(drawn, 0, all->m * sizeof(*drawn));
        for (size_t i = 0; i < all->m; i++)
            drawn[gsl_rng_uniform_int(rng, all->m)]++;
        for (size_t k = 0; k < all->figure->nsides; k++) {
            median[k] = side_median(&all->v[k], drawn, all->m);
            complete &= !isnan(median[k]);
        }
    } while (!complete);
    value = all->figure->of(median);
    return isnan(value) ? INFINITY : value;
}

/*
 * Many batches: percentiles, set wider for their being few as Student's t is
 * wider than the normal (Hesterberg's expanded percentile interval). With few
 * not even the extremes cover: Student's interval by the replicates' standard
 * deviation, of a multiple that of its logarithm.
 */
static void interval(struct ratio *out, double *r, size_t m,
                     const struct figure *figure, double confidence)
{
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)m - 1);
    double tail = gsl_cdf_ugaussian_Q(t * sqrt((double)m / (double)(m - 1)));

    if (m >= BATCHES_RANKED) {
        gsl_sort(r, 1, REPLICATES);
        out->lo = gsl_stats_quantile_from_sorted_data(r, 1, REPLICATES, tail);
        out->hi =
            gsl_stats_quantile_from_sorted_data(r, 1, REPLICATES, 1 - tail);
    } else {
        for (size_t i = 0; figure->positive && i < REPLICATES; i++)
            r[i] = log(r[i]);
        t *= gsl_stats_sd(r, 1, REPLICATES);
        out->lo = figure->positive ? out->ratio * exp(-t) : out->ratio - t;
        out->hi = figure->positive ? out->ratio * exp(t) : out->ratio + t;
    }
    if (!isfinite(out->lo) || !isfinite(out->hi))
        out->lo = out->hi = NAN;
}

/* `filled`: the fewest batches that any of the series has launches in. */
static void bootstrap(struct ratio *out, const struct sides *all, size_t filled,
                      double confidence, unsigned long seed)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t *drawn = xmalloc(all->m * sizeof(*drawn));
    double *r = xmalloc(REPLICATES * sizeof(*r));

    gsl_rng_set(rng, seed);
    for (size_t i = 0; i < REPLICATES; i++)
        r[i] = replicate(all, drawn, rng);
    interval(out, r, filled, all->figure, confidence);
    free(r);
    free(drawn);
    gsl_rng_free(rng);
}

static void estimate(struct ratio *out, const struct figure *figure,
                     const struct series *const *s, double confidence,
                     unsigned long seed)
{
    struct sides all = {.figure = figure};
    double median[SIDES_MAX];
    size_t filled = SIZE_MAX;

    *out = (struct ratio){.ratio = NAN, .lo = NAN, .hi = NAN};
    for (size_t k = 0; k < figure->nsides; k++)
        if (s[k]->n == 0)
            return;
    for (size_t k = 0; k < figure->nsides; k++)
        side_init(&all.v[k], s[k]);
    number_rounds(&all, s);
    merge_batches(&all);
    for (size_t k = 0; k < figure->nsides; k++) {
        struct side *p = &all.v[k];

        side_count(p, all.m);
        side_sort(p);
        median[k] = gsl_stats_median_from_sorted_data(p->t, 1, p->n);
        filled = p->filled < filled ? p->filled : filled;
    }
    out->ratio = figure->of(median);
    if (filled > 1 && !isnan(out->ratio))
        bootstrap(out, &all, filled, confidence, seed);
    for (size_t k = 0; k < figure->nsides; k++)
        side_fini(&all.v[k]);
}

void ratio_of_medians(struct ratio *out, const struct series *a,
                      const struct series *b, double confidence,
                      unsigned long seed)
{
    estimate(out, &ratio, (const struct series *[]){a, b}, confidence, seed);
}

void share_hidden(struct ratio *out, const struct series *both,
                  const struct series *alone, const struct series *pure,
                  double confidence, unsigned long seed)
{
    estimate(out, &hidden, (const struct series *[]){both, alone, pure},
             confidence, seed);
}
