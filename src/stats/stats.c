/* stats.c: trimmed mean and median of launch times, with confidence
 * intervals. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* Relative tolerance when a probability is compared with a bound. */
#define ROUNDING 1e-9

/* A series, its sorted times, and memory for contributions of launches. */
struct sample {
    const struct series *s;
    double *sorted, *x;
    size_t n, cut; /* cut: number of launches dropped at each end */
};

static void series_room(struct series *s, size_t cap)
{
    s->cap = cap;
    s->t = xreallocarray(s->t, cap, sizeof(*s->t));
    s->round = xreallocarray(s->round, cap, sizeof(*s->round));
    s->among = xreallocarray(s->among, cap, sizeof(*s->among));
}

static void add(struct series *s, double t, size_t round, enum among among)
{
    if (s->n == s->cap)
        series_room(s, s->cap > 0 ? 2 * s->cap : 64);
    s->t[s->n] = t;
    s->round[s->n] = round;
    s->among[s->n] = (unsigned char)among;
    s->n++;
}

void series_add(struct series *s, double t, size_t round)
{
    add(s, t, round, AMONG_ALL);
}

size_t round_cut(size_t n)
{
    return (n + 1) / 4;
}

/* True if launch i has one of the `cut` smallest (sign 1) or largest (-1) times
 * of its turn. Of equal times, those of invalid launches count first. */
static bool is_extreme(const double *t, const bool *counts, size_t n, size_t i,
                       double sign, size_t cut)
{
    size_t ahead = 0;

    for (size_t k = 0; k < n; k++)
        ahead += sign * t[k] < sign * t[i] ||
                 (t[k] == t[i] &&
                  (counts[k] < counts[i] ||
                   (counts[k] == counts[i] && (sign > 0 ? k < i : k > i))));
    return ahead < cut;
}

void series_add_turn(struct series *s, const double *t, const bool *counts,
                     size_t n, size_t round)
{
    size_t counted = 0, known = 0, cut;

    for (size_t i = 0; i < n; i++) {
        counted += counts[i];
        known += !isnan(t[i]);
    }
    cut = counted < n ? round_cut(known) : 0;
    for (size_t i = 0; i < n; i++)
        if (counts[i])
            add(s, t[i], round,
                cut == 0 ? AMONG_ALL
                : is_extreme(t, counts, n, i, 1, cut) ||
                        is_extreme(t, counts, n, i, -1, cut)
                    ? AMONG_EXTREMES
                    : AMONG_MIDDLE);
}

void series_free(struct series *s)
{
    free(s->t);
    free(s->round);
    free(s->among);
    *s = (struct series){0};
}

static size_t series_rounds(const struct series *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n; i++)
        n += i == 0 || s->round[i] != s->round[i - 1];
    return n;
}

static void sample_init(struct sample *p, const struct series *s, double trim)
{
    p->s = s;
    p->n = s->n;
    p->cut = (size_t)floor(trim * (double)s->n * (1 + ROUNDING));
    if (2 * p->cut >= s->n)
        p->cut = (s->n - 1) / 2;
    p->sorted = xmalloc(s->n * sizeof(*p->sorted));
    p->x = xmalloc(s->n * sizeof(*p->x));
    memcpy(p->sorted, s->t, s->n * sizeof(*p->sorted));
    gsl_sort(p->sorted, 1, s->n);
}

static void sample_fini(struct sample *p)
{
    free(p->sorted);
    free(p->x);
}

/*
 * Sets x to each launch's contribution to the trimmed mean (its influence
 * function): its time, clamped to the range of the times kept, divided by the
 * share of launches kept. This gives the standard error of Tukey and
 * McLaughlin.
 */
static void winsorize(struct sample *p, double trim)
{
    double lo = p->sorted[p->cut], hi = p->sorted[p->n - 1 - p->cut];
    double kept = p->cut > 0 ? 1 - 2 * trim : 1;

    for (size_t i = 0; i < p->n; i++)
        p->x[i] = fmin(fmax(p->s->t[i], lo), hi) / kept;
}

static double relative_error(double se, double mean)
{
    if (mean == 0)
        return se > 0 ? INFINITY : se;
    return se / fabs(mean);
}

/* Sets the interval of the mean from its spread. */
static void mean_interval(struct summary *out, const struct spread *spread,
                          const struct stats_options *o)
{
    out->batches = spread->batches;
    out->se = spread->se;
    out->error = spread->error;
    if (!o->paper && !isnan(spread->error))
        out->error = fmax(spread->error, o->step / 2);
    out->rse = relative_error(out->se, out->mean);
    out->ci_lo = out->mean - out->error;
    out->ci_hi = out->mean + out->error;
    if (!o->paper && out->mean > 0) {
        out->ci_lo = out->mean * exp(-out->error / out->mean);
        out->ci_hi = out->mean * exp(out->error / out->mean);
    } else if (!o->paper) { /* times cannot be negative */
        out->ci_lo = fmax(out->ci_lo, 0);
    }
}

static void summarize_mean(struct summary *out, struct sample *p,
                           const struct stats_options *o)
{
    const double *kept = p->sorted + p->cut;
    size_t used = p->n - 2 * p->cut;
    struct contributions c = {
        .x = p->x, .round = p->s->round, .n = p->n, .df = (double)used - 1};
    struct spread spread;

    winsorize(p, o->trim);
    spread_of_mean(&spread, &c, o->confidence);
    out->used = used;
    out->mean = gsl_stats_mean(kept, 1, used);
    out->autocorr = spread.autocorr;
    if (o->paper) {
        c = (struct contributions){.x = kept, .n = used, .df = c.df};
        spread_of_independent(&spread, &c, o->confidence);
    }
    mean_interval(out, &spread, o);
}

static const struct summary nothing = {
    .mean = NAN,
    .se = NAN,
    .rse = NAN,
    .error = NAN,
    .ci_lo = NAN,
    .ci_hi = NAN,
    .min = NAN,
    .median = NAN,
    .median_lo = NAN,
    .median_hi = NAN,
    .max = NAN,
    .autocorr = NAN,
};

/* Returns the spread of the mean of n > 0 passes; NAN if n < PASSES_MIN. */
static struct spread spread_of_passes(const double *x, size_t n,
                                      const struct stats_options *o)
{
    const struct contributions c = {.x = x, .n = n, .df = (double)n - 1};
    struct spread spread = {.se = NAN, .error = NAN};

    if (n >= PASSES_MIN)
        spread_of_independent(&spread, &c, o->confidence);
    spread.batches = n;
    return spread;
}

/* Computes the mean of the passes' medians and its interval: geometric;
 * arithmetic if a median is 0, which has no logarithm. */
static void median_of_passes(struct summary *out, const double *median,
                             size_t n, const struct stats_options *o)
{
    bool plain = !(gsl_stats_min(median, 1, n) > 0);
    double *x = xmalloc(n * sizeof(*x)), mean, half;
    double step = o->step / 2 / (plain ? 1 : gsl_stats_mean(median, 1, n));

    for (size_t i = 0; i < n; i++)
        x[i] = plain ? median[i] : log(median[i]);
    mean = gsl_stats_mean(x, 1, n);
    half = spread_of_passes(x, n, o).error;
    half = isnan(half) ? NAN : fmax(half, step);
    out->median = plain ? mean : exp(mean);
    out->median_lo = plain ? mean - half : exp(mean - half);
    out->median_hi = plain ? mean + half : exp(mean + half);
    if (out->median_lo < 0) /* times cannot be negative */
        out->median_lo = 0;
    free(x);
}

void summarize_passes(struct summary *out, const double *mean,
                      const double *median, size_t n,
                      const struct stats_options *o)
{
    struct spread spread = spread_of_passes(mean, n, o);

    *out = nothing;
    out->mean = gsl_stats_mean(mean, 1, n);
    mean_interval(out, &spread, o);
    median_of_passes(out, median, n, o);
}

/* Returns the largest r such that the interval from the r-th smallest to the
 * r-th largest of n independent values contains the median with this
 * confidence; 0 if there is none. */
static size_t median_rank(size_t n, double confidence)
{
    double tail = (1 - confidence) / 2 * (1 + ROUNDING);
    size_t lo = 0, hi = n / 2;

    while (lo < hi) {
        size_t r = (lo + hi + 1) / 2;

        if (gsl_cdf_binomial_P((unsigned)r - 1, 0.5, (unsigned)n) <= tail)
            lo = r;
        else
            hi = r - 1;
    }
    return lo;
}

/* Returns the same for dependent launches. The share of launches below the
 * median is a mean, and spread_of_mean() gives its error. */
static size_t median_rank_dependent(struct sample *p, double median,
                                    const struct stats_options *o)
{
    struct contributions c = {
        .x = p->x, .round = p->s->round, .n = p->n, .df = (double)p->n - 1};
    struct spread spread;

    for (size_t i = 0; i < p->n; i++) {
        double t = p->s->t[i];

        p->x[i] = t < median ? 1 : t > median ? 0 : 0.5;
    }
    spread_of_mean(&spread, &c, o->confidence);
    if (spread.batches == 0)
        return p->n;
    return (size_t)((double)p->n * fmax(0.5 - spread.error, 0));
}

static void summarize_median(struct summary *out, struct sample *p,
                             const struct stats_options *o)
{
    size_t rank = median_rank(p->n, o->confidence), dependent;
    double step;

    out->median = gsl_stats_median_from_sorted_data(p->sorted, 1, p->n);
    dependent = median_rank_dependent(p, out->median, o);
    if (dependent < rank)
        rank = dependent;
    if (rank == 0)
        return;
    out->median_lo = p->sorted[rank - 1];
    out->median_hi = p->sorted[p->n - rank];
    if (o->paper)
        return;
    if (!(out->median > 0)) {
        out->median_hi = fmax(out->median_hi, out->median + o->step / 2);
        return;
    }
    step = exp(o->step / 2 / out->median);
    out->median_lo = fmin(out->median_lo, out->median / step);
    out->median_hi = fmax(out->median_hi, out->median * step);
}

void summarize(struct summary *out, const struct series *s,
               const struct stats_options *o)
{
    struct sample p;

    *out = nothing;
    out->n = s->n;
    out->rounds = series_rounds(s);
    if (s->n == 0)
        return;
    sample_init(&p, s, o->trim);
    out->min = p.sorted[o->paper ? p.cut : 0];
    out->max = p.sorted[s->n - 1 - (o->paper ? p.cut : 0)];
    summarize_mean(out, &p, o);
    summarize_median(out, &p, o);
    sample_fini(&p);
}
