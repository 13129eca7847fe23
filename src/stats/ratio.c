/* ratio.c: times and hidden shares from the rounds that all compared rows
 * have. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/stats.h"

/* Relative rounding error in a step's length: times are differences of
 * doubles. */
#define STEP_ROUNDING 1e-3

/* Returns the mean of n > 0 sorted times without `cut` at each end. Keeps times
 * within a clock step of the rest: they may differ by rounding only, and
 * without them the mean would be rounded, too. */
static double mean_within(const double *t, size_t n, size_t cut, double step)
{
    double lo, hi;
    size_t last = n - cut;

    step *= 1 + STEP_ROUNDING;
    lo = t[cut] - step;
    hi = t[last - 1] + step;
    for (; cut > 0 && step > 0 && t[cut - 1] >= lo;)
        cut--;
    for (; last < n && step > 0 && t[last] <= hi;)
        last++;
    return gsl_stats_mean(t + cut, 1, last - cut);
}

/* Returns the means of the rounds. From each round a quarter of the launches is
 * dropped at each end, so that outliers have no effect. A round has no mean if
 * all its valid launches are dropped. */
static struct series round_means(const struct series *s, double step)
{
    double *t = xcalloc(s->n, sizeof(*t));
    struct series means = {0};

    for (size_t i = 0; i < s->n;) {
        size_t round = s->round[i], n = 0, cut;
        bool whole = true;

        for (; i < s->n && s->round[i] == round; i++) {
            whole &= s->among[i] == AMONG_ALL;
            if (s->among[i] != AMONG_EXTREMES)
                t[n++] = s->t[i];
        }
        gsl_sort(t, 1, n);
        cut = whole ? round_cut(n) : 0;
        if (n > 0)
            series_add(&means, mean_within(t, n, cut, step), round);
    }
    free(t);
    return means;
}

/* Drops from s the rounds that `other` does not have. */
static void keep_common(struct series *s, const struct series *other)
{
    size_t n = 0;

    for (size_t i = 0, k = 0; i < s->n; i++) {
        while (k < other->n && other->round[k] < s->round[i])
            k++;
        if (k == other->n || other->round[k] != s->round[i])
            continue;
        s->round[n] = s->round[i];
        s->t[n++] = s->t[i];
    }
    s->n = n;
}

void mean_of_rounds(struct summary *out, const struct series *s,
                    const struct stats_options *o)
{
    struct series means = round_means(s, o->step);

    summarize(out, &means, o);
    series_free(&means);
}

/* Returns the round means of row `own`, for the rounds that all rows have. Rows
 * without any launches are ignored. */
static struct series common_means(const struct series *rows, size_t n,
                                  size_t own, double step)
{
    struct series means = round_means(&rows[own], step);

    for (size_t i = 0; i < n; i++) {
        struct series other = {0};

        if (i != own)
            other = round_means(&rows[i], step);
        if (other.n > 0)
            keep_common(&means, &other);
        series_free(&other);
    }
    return means;
}

size_t rounds_in_common(const struct series *rows, size_t n, size_t own)
{
    struct series means = common_means(rows, n, own, 0);
    size_t rounds = means.n;

    series_free(&means);
    return rounds;
}

/* Maximum relative error, due to clock steps, of a mean whose logarithm is
 * taken. Such an error makes the logarithm 0.1 % too small. */
#define STEPS_MOST 0.05

/* Returns how many blocks to divide the rounds into. In each block the error of
 * the mean is at most STEPS_MOST * `mean`. The error of a launch's time has a
 * standard deviation of at most half a step. */
static size_t blocks_of(size_t rounds, double launches, double mean,
                        double step)
{
    double off = step / 2 / (STEPS_MOST * mean);
    double blocks = fmax(floor(launches / (off * off)), 1);

    return blocks < (double)rounds ? (size_t)blocks : rounds;
}

double time_of_rounds(const struct series *rows, size_t n, size_t own,
                      double step)
{
    struct series means = common_means(rows, n, own, step);
    double plain = means.n > 0 ? gsl_stats_mean(means.t, 1, means.n) : NAN;
    double logs = 0;
    size_t blocks = blocks_of(means.n, (double)rows[own].n, plain, step);

    for (size_t i = 0; i < blocks; i++) {
        size_t from = i * means.n / blocks, to = (i + 1) * means.n / blocks;

        logs += log(gsl_stats_mean(means.t + from, 1, to - from));
    }
    series_free(&means);
    /* a block's mean is 0 only if the clock sees no time at all */
    return isfinite(logs) ? exp(logs / (double)blocks) : plain;
}

double share_hidden(double both, double alone, double pure)
{
    return pure > 0 ? 1 - (both - alone) / pure : NAN;
}
