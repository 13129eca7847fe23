/* ratio.c: time, how many times slower, what share is hidden: figures of whole
 * rounds, in which all that is compared had its turn. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "mpiperf/stats/stats.h"

/* Launches from which a round's extremes are left out. */
enum { TAILS_CUT = 3 };

/* Of rounds, at each end: a share has the errors of three times. */
#define HIDDEN_TRIM 0.25

/*
 * Mean of a round's launches, the smallest and the largest left out: it has
 * steps finer than the clock's, and one disturbed launch does not move it.
 */
static double round_mean(const double *t, size_t n)
{
    double *sorted = xmalloc(n * sizeof(*sorted)), mean;
    size_t cut = n >= TAILS_CUT;

    memcpy(sorted, t, n * sizeof(*sorted));
    gsl_sort(sorted, 1, n);
    mean = gsl_stats_mean(sorted + cut, 1, n - 2 * cut);
    free(sorted);
    return mean;
}

/* Launches from `at` on that belong to the same round. */
static size_t round_length(const struct series *s, size_t at)
{
    size_t n = 0;

    while (at + n < s->n && s->round[at + n] == s->round[at])
        n++;
    return n;
}

/* Steps each series to its next round that all have; false at the end. */
static bool next_common(size_t *at, const struct series *const *s, size_t k)
{
    for (size_t met = 0; met < k;) {
        size_t latest = 0;

        for (size_t i = 0; i < k; i++) {
            if (at[i] >= s[i]->n)
                return false;
            latest = s[i]->round[at[i]] > latest ? s[i]->round[at[i]] : latest;
        }
        met = 0;
        for (size_t i = 0; i < k; i++) {
            if (s[i]->round[at[i]] == latest)
                met++;
            else
                at[i] += round_length(s[i], at[i]);
        }
    }
    return true;
}

size_t common_rounds(const struct series *const *s, size_t k)
{
    size_t *at = xcalloc(k, sizeof(*at)), n = 0;

    for (; next_common(at, s, k); n++)
        for (size_t i = 0; i < k; i++)
            at[i] += round_length(s[i], at[i]);
    free(at);
    return n;
}

/* The figure of the means of each round that all have. */
static struct series round_figures(double (*figure)(const double *mean),
                                   const struct series *const *s, size_t k)
{
    size_t *at = xcalloc(k, sizeof(*at));
    double *mean = xcalloc(k, sizeof(*mean));
    struct series x = {0};

    while (next_common(at, s, k)) {
        size_t round = s[0]->round[at[0]];

        for (size_t i = 0; i < k; i++) {
            size_t length = round_length(s[i], at[i]);

            mean[i] = round_mean(s[i]->t + at[i], length);
            at[i] += length;
        }
        series_add(&x, figure(mean), round);
    }
    free(mean);
    free(at);
    return x;
}

/* Mean over the rounds, and half its interval; NAN where a round has no figure.
 */
static double over_rounds(double *half, double (*figure)(const double *mean),
                          const struct series *const *s, size_t k,
                          const struct stats_options *o)
{
    struct series x = round_figures(figure, s, k);
    struct summary summary = {.mean = NAN, .error = NAN};
    bool known = true;

    for (size_t i = 0; i < x.n; i++)
        known &= !isnan(x.t[i]);
    if (known)
        summarize(&summary, &x, o);
    *half = summary.error;
    series_free(&x);
    return summary.mean;
}

static double own_mean(const double *mean)
{
    return mean[0];
}

void mean_of_rounds(struct summary *out, const struct series *s,
                    const struct stats_options *o)
{
    struct series means = round_figures(own_mean, &s, 1);

    summarize(out, &means, o);
    series_free(&means);
}

static double log_time(const double *mean)
{
    return mean[0] > 0 ? log(mean[0]) : NAN;
}

/* Nothing is a multiple of what takes no time. */
static double log_ratio(const double *mean)
{
    return mean[0] > 0 && mean[1] > 0 ? log(mean[0] / mean[1]) : NAN;
}

/* Of both at once, one alone, the other alone. */
static double hidden(const double *mean)
{
    return mean[2] > 0 ? 1 - (mean[0] - mean[1]) / mean[2] : NAN;
}

void time_of_rounds(struct ratio *out, const struct series *const *s, size_t k,
                    double confidence, double step)
{
    const struct stats_options o = {.confidence = confidence};
    double half, m = over_rounds(&half, log_time, s, k, &o);

    if (!isnan(half))
        half = fmax(half, step / 2 / exp(m));
    *out = (struct ratio){exp(m), exp(m - half), exp(m + half)};
}

void ratio_of_rounds(struct ratio *out, const struct series *a,
                     const struct series *b, double confidence, double step)
{
    const struct series *s[] = {a, b};
    const struct stats_options o = {.confidence = confidence};
    double half, m = over_rounds(&half, log_ratio, s, 2, &o);

    if (!isnan(half))
        half = fmax(half, step / 2 / gsl_stats_mean(a->t, 1, a->n) +
                              step / 2 / gsl_stats_mean(b->t, 1, b->n));
    *out = (struct ratio){exp(m), exp(m - half), exp(m + half)};
}

void ratio_of_visits(struct ratio *out, double *se, const double *log, size_t n,
                     double confidence, double least)
{
    double *x = xcalloc(n + 1, sizeof(*x)), mean = NAN, half = NAN;
    size_t m = 0;

    for (size_t i = 0; i < n; i++)
        if (!isnan(log[i]))
            x[m++] = log[i];
    if (m > 0)
        mean = gsl_stats_mean(x, 1, m);
    *se = m > 1 ? gsl_stats_sd(x, 1, m) / sqrt((double)m) : NAN;
    if (m >= VISITS_MIN && isfinite(*se))
        half =
            fmax(*se * gsl_cdf_tdist_Pinv(0.5 + confidence / 2, (double)m - 1),
                 least);
    *out = (struct ratio){exp(mean), exp(mean - half), exp(mean + half)};
    free(x);
}

void share_hidden(struct ratio *out, const struct series *both,
                  const struct series *alone, const struct series *pure,
                  double confidence, struct visits visits)
{
    const struct stats_options o = {
        .trim = HIDDEN_TRIM, .confidence = confidence, .visits = visits};
    const struct series *s[] = {both, alone, pure};
    double median[3], half, share;

    for (size_t i = 0; i < 3; i++) {
        struct summary summary;

        summarize(&summary, s[i], &o);
        median[i] = summary.median;
    }
    share = hidden(median);
    over_rounds(&half, hidden, s, 3, &o);
    *out = (struct ratio){share, share - half, share + half};
}
