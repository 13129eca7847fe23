/* interval.c: prediction intervals for a figure of the next table. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/interval.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

/* A value is an outlier if its distance from the median exceeds `far` * `scale`
 * * median absolute deviation. `scale` turns this deviation into the standard
 * deviation of a normal distribution. */
static const double far = 4, scale = 1.4826;
/* With fewer than ODD_OF values there are no outliers. If the share of outliers
 * exceeds outliers_most, they are a second group. */
enum { ODD_OF = 10 };
static const double outliers_most = 0.2;

/* Half width of an interval, in standard deviations of the parts' means. Index:
 * number of parts with values; the last value also serves more parts. */
static const double widths[] = {NAN, NAN, 17, 4.7, 2};
enum { WIDTHS = sizeof(widths) / sizeof(widths[0]) };

/* Error of a mean, in clock steps: dithered starts are not quite uniform within
 * a step. */
static const double uneven = 0.02;

/* ---- parts --------------------------------------------------------------- */

void parts_cut(struct parts *p, const double *pause, size_t n, double sitting)
{
    size_t equal = n < RUN_PARTS ? n : RUN_PARTS;
    size_t *sitting_of = xcalloc(n + 1, sizeof(*sitting_of));

    *p = (struct parts){.of = xcalloc(n + 1, sizeof(*p->of)), .n = n};
    for (size_t i = 1; i < n; i++)
        sitting_of[i] =
            sitting_of[i - 1] + (pause != NULL && pause[i] >= sitting);
    p->sittings = n == 0 ? 0 : sitting_of[n - 1] + 1;
    p->count = p->sittings >= 2 ? p->sittings : equal;
    for (size_t k = 0; k < equal; k++)
        for (size_t i = n * k / equal; i < n * (k + 1) / equal; i++)
            p->of[i] = k;
    for (size_t i = 0; p->sittings >= 2 && i < n; i++)
        p->of[i] = sitting_of[i];
    free(sitting_of);
}

void parts_free(struct parts *p)
{
    free(p->of);
    *p = (struct parts){0};
}

/* ---- spread -------------------------------------------------------------- */

/* Clamps outliers in x and counts them. The mean always uses clamped values:
 * otherwise it would jump between tables whose number of outliers is near the
 * limit. */
static void clamp_outliers(struct spread_of_parts *s, double *x, size_t n)
{
    double *work, middle, most;

    if (n < ODD_OF)
        return;
    work = xcalloc(n, sizeof(*work));
    most = far * scale * gsl_stats_mad0(x, 1, n, work);
    memcpy(work, x, n * sizeof(*work));
    middle = gsl_stats_median(work, 1, n);
    free(work);
    for (size_t i = 0; i < n && most > 0; i++) {
        s->outliers += fabs(x[i] - middle) > most;
        s->high += x[i] - middle > most;
        x[i] = fmin(fmax(x[i], middle - most), middle + most);
    }
    s->two_groups = (double)s->outliers > outliers_most * (double)n;
}

/* Computes deviations and drift from the parts. Sittings have equal weight. */
static void parts_compare(struct spread_of_parts *s, const double *x,
                          const size_t *run, const struct parts *p)
{
    double *mean = xcalloc(p->count + 1, sizeof(*mean)), between = 0, within;
    double *count = xcalloc(p->count + 1, sizeof(*count));

    s->all = s->n > 0 ? gsl_stats_mean(x, 1, s->n) : NAN;
    for (size_t i = 0; i < s->n; i++) {
        mean[p->of[run[i]]] += x[i];
        count[p->of[run[i]]]++;
    }
    for (size_t k = 0; k < p->count; k++)
        if (count[k] > 0) {
            mean[s->parts] = mean[k] / count[k];
            between += count[k] * pow(mean[s->parts++] - s->all, 2);
        }
    s->sittings = p->sittings >= 2 ? s->parts : 1;
    if (s->parts > 1)
        s->sd = gsl_stats_sd(mean, 1, s->parts);
    if (s->n > 1)
        s->scatter = gsl_stats_sd_m(x, 1, s->n, s->all);
    within = fmax(0, pow(s->scatter, 2) * (double)(s->n - 1) - between);
    if (s->parts > 1 && s->n > s->parts)
        s->drift = between / (double)(s->parts - 1) /
                   (within / (double)(s->n - s->parts));
    if (s->sittings > 1)
        s->mean = s->all = gsl_stats_mean(mean, 1, s->parts);
    free(mean);
    free(count);
}

void parts_spread(struct spread_of_parts *s, const double *x,
                  const struct parts *p)
{
    double *v = xcalloc(2 * p->n + 1, sizeof(*v)), *moved = v + p->n;
    size_t *run = xcalloc(p->n + 1, sizeof(*run));

    *s = (struct spread_of_parts){
        .mean = NAN, .sd = NAN, .scatter = NAN, .drift = NAN};
    for (size_t i = 0; i < p->n; i++)
        if (!isnan(x[i])) {
            run[s->n] = i;
            v[s->n++] = x[i];
        }
    memcpy(moved, v, s->n * sizeof(*v));
    clamp_outliers(s, moved, s->n);
    if (s->n > 0)
        s->mean = gsl_stats_mean(moved, 1, s->n);
    parts_compare(s, s->two_groups ? v : moved, run, p);
    s->known = s->n >= VALUES_MIN && s->parts > 1;
    free(v);
    free(run);
}

void spread_subtract(struct spread_of_parts *s,
                     const struct spread_of_parts *other)
{
    s->mean -= other->mean;
    s->all -= other->all;
    s->sd = fmax(s->sd, other->sd);
    if (other->sittings >= s->sittings) {
        s->sittings = other->sittings;
        s->parts = other->parts;
    }
    s->n = s->n < other->n ? s->n : other->n;
    s->known = s->known && other->known;
    s->two_groups |= other->two_groups;
}

/* ---- intervals ----------------------------------------------------------- */

double column_sd(const struct spread_of_parts *const *column, size_t n)
{
    double *sd = xcalloc(n + 1, sizeof(*sd)), middle;
    size_t known = 0;

    for (size_t i = 0; i < n; i++)
        if (column[i]->known)
            sd[known++] = column[i]->sd;
    middle = known > 0 ? gsl_stats_median(sd, 1, known) : 0;
    free(sd);
    return middle;
}

double interval_half(const struct spread_of_parts *s, double least_sd,
                     double least)
{
    double width = widths[s->parts < WIDTHS ? s->parts : WIDTHS - 1];
    double k = (double)s->sittings;

    if (!s->known)
        return NAN;
    if (k > 1)
        width = gsl_cdf_tdist_Pinv(NEXT_LEVEL, k - 1) * sqrt(1 + 1 / k);
    return fmax(width * fmax(s->sd, least_sd), least);
}

double passes_half(const double *x, size_t n, double shift)
{
    struct spread_of_parts s;
    struct parts p;

    parts_cut(&p, NULL, n, INFINITY);
    parts_spread(&s, x, &p);
    parts_free(&p);
    return isfinite(s.mean) ? interval_half(&s, 0, shift / exp(s.mean)) : NAN;
}

double interval_half_of_mean(const struct spread_of_parts *s, double least)
{
    double n = (double)s->parts;

    if (!s->known)
        return NAN;
    return fmax(gsl_cdf_tdist_Pinv(MEAN_LEVEL, n - 1) * s->sd / sqrt(n), least);
}

double runs_half(const struct spread_of_parts *s)
{
    return widths[WIDTHS - 1] * s->scatter / sqrt((double)s->n / RUN_PARTS);
}

double drift_chance(const struct spread_of_parts *s)
{
    if (!isfinite(s->drift))
        return isnan(s->drift) ? 1 : 0;
    return gsl_cdf_fdist_Q(s->drift, (double)s->parts - 1,
                           (double)(s->n - s->parts));
}

double clock_half(double step, double launches, bool dithered)
{
    return dithered && launches > 0 ? step * fmax(0.5 / sqrt(launches), uneven)
                                    : step / 2;
}

double next_most(const double *x, size_t n, double probability)
{
    struct spread_of_parts s = {0};
    double *v = xcalloc(n + 1, sizeof(*v)), most = NAN;

    memcpy(v, x, n * sizeof(*v));
    clamp_outliers(&s, v, n);
    if (n >= VALUES_MIN)
        most = gsl_stats_mean(v, 1, n) +
               gsl_cdf_tdist_Qinv(probability, (double)n - 1) *
                   gsl_stats_sd(s.two_groups ? x : v, 1, n) *
                   sqrt(1 + 1 / (double)n);
    free(v);
    return most;
}
