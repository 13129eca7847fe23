/* ratio.c: times and hidden shares from whole rounds, in which all compared
 * rows had a turn. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/stats.h"

/*
 * Returns the means of rounds. Each drops a quarter of its launches at each
 * end: its steps are finer than the clock's, and outliers do not move it. A
 * round whose valid launches are all extremes of its turn has no mean.
 */
static struct series round_means(const struct series *s)
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
            series_add(&means, gsl_stats_mean(t + cut, 1, n - 2 * cut), round);
    }
    free(t);
    return means;
}

/* Drops the rounds that `other` does not have. */
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
    struct series means = round_means(s);

    summarize(out, &means, o);
    series_free(&means);
}

/* Returns the means of row `own` in the rounds that all rows have, except those
 * without launches. */
static struct series common_means(const struct series *rows, size_t n,
                                  size_t own)
{
    struct series means = round_means(&rows[own]);

    for (size_t i = 0; i < n; i++) {
        struct series other = {0};

        if (i != own)
            other = round_means(&rows[i]);
        if (other.n > 0)
            keep_common(&means, &other);
        series_free(&other);
    }
    return means;
}

size_t rounds_in_common(const struct series *rows, size_t n, size_t own)
{
    struct series means = common_means(rows, n, own);
    size_t rounds = means.n;

    series_free(&means);
    return rounds;
}

double time_of_rounds(const struct series *rows, size_t n, size_t own)
{
    struct series means = common_means(rows, n, own);
    double mean;

    for (size_t i = 0; i < means.n; i++)
        means.t[i] = means.t[i] > 0 ? log(means.t[i]) : NAN;
    mean = means.n > 0 ? gsl_stats_mean(means.t, 1, means.n) : NAN;
    series_free(&means);
    return exp(mean);
}

double share_hidden(double both, double alone, double pure)
{
    return pure > 0 ? 1 - (both - alone) / pure : NAN;
}
