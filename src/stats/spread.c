/* spread.c: standard error of a mean over launches or batches of rounds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/*
 * Launches count as dependent if their lag-1 autocorrelation exceeds 0, or the
 * variance between rounds exceeds that of independent launches, by more than
 * this many standard errors. All constants were chosen by simulation
 * (test_coverage).
 */
#define SMALL 0.7
#define AUTOCORR_MAX 0.95 /* larger values would make se meaningless */
#define DF_MIN 2.0        /* minimum degrees of freedom of the autoregression */
enum { BATCHES_MIN = 6 }; /* minimum batches after merging */

/* Returns the lag-1 autocorrelation; NAN if n < 3 or all values are equal. */
static double autocorr(const double *x, size_t n)
{
    return n < 3 ? NAN : gsl_stats_lag1_autocorrelation(x, 1, n);
}

/* True if the m batches should be merged pairwise: consecutive batches are
 * still correlated, and enough batches would remain. */
static bool is_mergeable(const double *x, size_t m)
{
    return (m + 1) / 2 >= BATCHES_MIN && autocorr(x, m) > 0;
}

/* Replaces the interval by this one if it is wider. */
static void spread_widen(struct spread *s, double se, double df,
                         double confidence)
{
    double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, df);
    double error = se > 0 ? t * se : 0;

    if (isnan(s->error) || error > s->error) {
        s->se = se;
        s->error = error;
    }
}

/* Sums the deviations from the mean in each round; returns how many rounds. */
static size_t sum_rounds(double *sum, const struct contributions *c)
{
    double mean = gsl_stats_mean(c->x, 1, c->n);
    size_t m = 0;

    for (size_t i = 0; i < c->n; i++) {
        if (i == 0 || c->round[i] != c->round[i - 1])
            sum[m++] = 0;
        sum[m - 1] += c->x[i] - mean;
    }
    return m;
}

static size_t merge_pairs(double *sum, size_t m)
{
    size_t k = 0;

    for (size_t i = 0; i < m; i += 2)
        sum[k++] = sum[i] + (i + 1 < m ? sum[i + 1] : 0);
    return k;
}

/*
 * Returns the cluster-robust standard error of the mean of n launches: launches
 * of one batch may be dependent, batches are independent. Uses sums, not means:
 * batches with invalid launches are smaller.
 */
static double batches_se(const double *sum, size_t m, size_t n)
{
    double ss = 0;

    for (size_t i = 0; i < m; i++)
        ss += sum[i] * sum[i];
    return sqrt(ss * (double)m / (double)(m - 1)) / (double)n;
}

/* True if the variance between m rounds exceeds that of independent
 * launches. */
static bool rounds_differ(const double *sum, size_t m, size_t n, double se)
{
    double f = m > 1 ? batches_se(sum, m, n) / se : 0;

    return f * f > 1 + SMALL * sqrt(2 / ((double)m - 1));
}

static void spread_batches(struct spread *s, double *sum, size_t m, size_t n,
                           double confidence)
{
    while (is_mergeable(sum, m))
        m = merge_pairs(sum, m);
    s->batches = m;
    if (m > 1)
        spread_widen(s, batches_se(sum, m, n), (double)m - 1, confidence);
}

/* Widens the interval to that of a first-order autoregression with this
 * autocorrelation, corrected for its bias. Its estimate from few values is
 * poor. */
static void spread_autoregression(struct spread *s, double se,
                                  const struct contributions *c,
                                  double confidence)
{
    double r = s->autocorr + (1 + 3 * s->autocorr) / (double)c->n;
    double inflation, df;

    r = fmin(r, AUTOCORR_MAX);
    inflation = (1 + r) / (1 - r);
    df = fmax((c->df + 1) / inflation - 1, DF_MIN);
    spread_widen(s, se * sqrt(inflation), df, confidence);
}

void spread_of_independent(struct spread *out, const struct contributions *c,
                           double confidence)
{
    *out = (struct spread){.se = NAN, .error = NAN, .autocorr = NAN};
    if (c->n < 2 || c->df < 1)
        return;
    spread_widen(out, gsl_stats_sd(c->x, 1, c->n) / sqrt((double)c->n), c->df,
                 confidence);
}

void spread_of_mean(struct spread *out, const struct contributions *c,
                    double confidence)
{
    double *sum, se;
    size_t m;
    bool correlated;

    spread_of_independent(out, c, confidence);
    out->autocorr = autocorr(c->x, c->n);
    se = out->se;
    if (!(se > 0))
        return;
    sum = xmalloc(c->n * sizeof(*sum));
    m = sum_rounds(sum, c);
    correlated = out->autocorr > SMALL / sqrt((double)c->n);
    if (correlated || rounds_differ(sum, m, c->n, se))
        spread_batches(out, sum, m, c->n, confidence);
    if (correlated)
        spread_autoregression(out, se, c, confidence);
    free(sum);
}
