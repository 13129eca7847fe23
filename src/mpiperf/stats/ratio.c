/* ratio.c: time, how many times slower, what share is hidden: figures of whole
 * rounds, in which all that is compared had its turn. */
/* SPDX-License-Identifier: BSD-3-Clause */
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

/* Launches from which a round's extremes are left out. */
enum { TAILS_CUT = 4 };

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

/* The figure of the means of each round that all have; how many those are. */
static size_t round_figures(double *x, double (*figure)(const double *mean),
                            const struct series *const *s, size_t k)
{
    size_t *at = xcalloc(k, sizeof(*at)), n = 0;
    double *mean = xcalloc(k, sizeof(*mean));

    while (next_common(at, s, k)) {
        for (size_t i = 0; i < k; i++) {
            size_t length = round_length(s[i], at[i]);

            mean[i] = round_mean(s[i]->t + at[i], length);
            at[i] += length;
        }
        x[n++] = figure(mean);
    }
    free(mean);
    free(at);
    return n;
}

/* Mean over the rounds and half its interval; NAN: there is none. */
static double over_rounds(double *half, double (*figure)(const double *mean),
                          const struct series *const *s, size_t k,
                          double confidence)
{
    double *x = xcalloc(s[0]->n + 1, sizeof(*x)), mean = NAN;
    size_t *round = xcalloc(s[0]->n + 1, sizeof(*round));
    size_t n = round_figures(x, figure, s, k);
    struct contributions c = {
        .x = x, .round = round, .n = n, .df = (double)n - 1};
    struct spread spread = {.error = NAN};

    for (size_t i = 0; i < n; i++)
        round[i] = i;
    if (n > 0)
        mean = gsl_stats_mean(x, 1, n);
    if (isfinite(mean) && n > 1)
        spread_of_mean(&spread, &c, confidence);
    *half = spread.error;
    free(round);
    free(x);
    return isfinite(mean) ? mean : NAN;
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
    double half, m = over_rounds(&half, log_time, s, k, confidence);

    if (!isnan(half))
        half = fmax(half, step / 2 / exp(m));
    *out = (struct ratio){exp(m), exp(m - half), exp(m + half)};
}

void ratio_of_rounds(struct ratio *out, const struct series *a,
                     const struct series *b, double confidence, double step)
{
    const struct series *s[] = {a, b};
    double half, m = over_rounds(&half, log_ratio, s, 2, confidence);

    if (!isnan(half))
        half = fmax(half, step / 2 / gsl_stats_mean(a->t, 1, a->n) +
                              step / 2 / gsl_stats_mean(b->t, 1, b->n));
    *out = (struct ratio){exp(m), exp(m - half), exp(m + half)};
}

void share_hidden(struct ratio *out, const struct series *both,
                  const struct series *alone, const struct series *pure,
                  double confidence)
{
    const struct series *s[] = {both, alone, pure};
    double half, m = over_rounds(&half, hidden, s, 3, confidence);

    *out = (struct ratio){m, m - half, m + half};
}
