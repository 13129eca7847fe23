/* ratio.c: time, and what share is hidden: figures of whole rounds, in which
 * all that is compared had its turn. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "stats/stats.h"

/* Launches from `at` on that belong to the same round. */
static size_t round_length(const struct series *s, size_t at)
{
    size_t n = 0;

    while (at + n < s->n && s->round[at + n] == s->round[at])
        n++;
    return n;
}

/*
 * Mean of a round's launches without a quarter at each end: it has steps finer
 * than the clock's, and disturbed launches do not move it. NAN where all are
 * left out.
 */
static double round_mean(const struct series *s, size_t at, size_t length)
{
    double *t = xmalloc((length + 1) * sizeof(*t)), mean;
    bool whole = true;
    size_t n = 0, cut;

    for (size_t i = at; i < at + length; i++) {
        whole &= s->among[i] == AMONG_ALL;
        if (s->among[i] != AMONG_EXTREMES)
            t[n++] = s->t[i];
    }
    gsl_sort(t, 1, n);
    cut = whole ? round_cut(n) : 0;
    mean = n > 0 ? gsl_stats_mean(t + cut, 1, n - 2 * cut) : NAN;
    free(t);
    return mean;
}

/* A series, on its way from round to round. */
struct walk {
    const struct series *s;
    size_t at,
        length; /* of the round it is at: its first launch, all of them */
    double mean;
};

/* To the next round that has a mean; false at the end. */
static bool walk_on(struct walk *w)
{
    do {
        w->at += w->length;
        w->length = round_length(w->s, w->at);
        w->mean = round_mean(w->s, w->at, w->length);
    } while (w->length > 0 && isnan(w->mean));
    return w->length > 0;
}

static size_t walk_round(const struct walk *w)
{
    return w->s->round[w->at];
}

/* Steps each to the next round that all have; false at the end. */
static bool next_common(struct walk *w, size_t k)
{
    size_t latest = 0;

    for (size_t i = 0; i < k; i++) {
        if (!walk_on(&w[i]))
            return false;
        latest = walk_round(&w[i]) > latest ? walk_round(&w[i]) : latest;
    }
    for (size_t met = 0; met < k;) {
        met = 0;
        for (size_t i = 0; i < k; i++) {
            while (walk_round(&w[i]) < latest)
                if (!walk_on(&w[i]))
                    return false;
            met += walk_round(&w[i]) == latest;
            latest = walk_round(&w[i]);
        }
    }
    return true;
}

static struct walk *walks_open(const struct series *const *s, size_t k)
{
    struct walk *w = xcalloc(k, sizeof(*w));

    for (size_t i = 0; i < k; i++)
        w[i] = (struct walk){.s = s[i]};
    return w;
}

/* Has it any? */
static bool has_rounds(const struct series *s)
{
    return walk_on(&(struct walk){.s = s});
}

/* The figure of the means of each round that all have. */
static struct series round_figures(double (*figure)(const double *mean),
                                   const struct series *const *s, size_t k)
{
    struct walk *w = walks_open(s, k);
    double *mean = xcalloc(k, sizeof(*mean));
    struct series x = {0};

    while (next_common(w, k)) {
        for (size_t i = 0; i < k; i++)
            mean[i] = w[i].mean;
        series_add(&x, figure(mean), walk_round(w));
    }
    free(mean);
    free(w);
    return x;
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

double time_of_rounds(const struct series *rows, size_t n, size_t own)
{
    const struct series **s = xcalloc(n, sizeof(*s));
    struct series logs;
    size_t k = 0;
    double mean;

    s[k++] = &rows[own];
    for (size_t i = 0; i < n; i++)
        if (i != own && has_rounds(&rows[i]))
            s[k++] = &rows[i];
    logs = round_figures(log_time, s, k);
    mean = logs.n > 0 ? gsl_stats_mean(logs.t, 1, logs.n) : NAN;
    series_free(&logs);
    free(s);
    return exp(mean);
}

double share_hidden(double both, double alone, double pure)
{
    return pure > 0 ? 1 - (both - alone) / pure : NAN;
}
