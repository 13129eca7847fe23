/* race.c: a race of settings against the default. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/tune/race.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "stats/interval.h"

/* The fifth part of the values is trimmed at each end. */
enum { TRIM = 5 };

void racer_add(struct racer *r, double x)
{
    XAPPEND(r->x, r->n, x);
}

void racer_gain(struct gain *g, const struct racer *r)
{
    double *x = xcalloc(r->n + 1, sizeof(*x)), mean = NAN, half = NAN;
    size_t n = 0, cut = 0;

    for (size_t i = 0; i < r->n; i++)
        if (!isnan(r->x[i]))
            x[n++] = r->x[i];
    if (n > 0) {
        gsl_sort(x, 1, n);
        cut = (n + TRIM - 1) / TRIM;
        cut = 2 * cut < n ? cut : (n - 1) / 2;
        mean = gsl_stats_mean(x + cut, 1, n - 2 * cut);
    }
    if (n >= GAIN_RUNS) {
        for (size_t i = 0; i < cut; i++) {
            x[i] = x[cut];
            x[n - 1 - i] = x[n - 1 - cut];
        }
        half = gsl_cdf_tdist_Pinv(MEAN_LEVEL, (double)(n - 2 * cut - 1)) *
               gsl_stats_sd(x, 1, n) * sqrt((double)n) / (double)(n - 2 * cut);
    }
    *g = (struct gain){.runs = n,
                       .times = exp(mean),
                       .lo = exp(mean - half),
                       .hi = exp(mean + half)};
    free(x);
}

size_t race_in(const struct race *r)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n; i++)
        n += !r->v[i].out;
    return n;
}

double race_round(size_t n, double left)
{
    size_t sum = n + 1, runs = sum;

    while (n > 2) {
        n = (n + 1) / 2;
        sum += n + 1;
    }
    return left * (double)runs / (double)sum;
}

/* Returns the racer with the largest (sign 1) or smallest (-1) speed of those
 * that are in; r->n if there is none. */
static size_t extreme(const struct race *r, double sign)
{
    size_t found = r->n;
    double most = -INFINITY;

    for (size_t i = 0; i < r->n; i++) {
        struct gain g;

        racer_gain(&g, &r->v[i]);
        if (r->v[i].out || !(sign * g.times > most))
            continue;
        most = sign * g.times;
        found = i;
    }
    return found;
}

/* Drops the slower half, and racers without values. */
static void halve(struct race *r)
{
    size_t keep, slowest;
    struct gain g;

    for (size_t i = 0; i < r->n; i++) {
        racer_gain(&g, &r->v[i]);
        r->v[i].out |= g.runs == 0;
    }
    keep = (race_in(r) + 1) / 2;
    while (race_in(r) > keep && (slowest = extreme(r, -1)) < r->n)
        r->v[slowest].out = true;
}

size_t race_run(struct race *r, double seconds)
{
    bool goes_on = true;

    for (r->round = 1; goes_on && (r->round == 1 || race_in(r) > 1);
         r->round++) {
        double began = r->now(r), took, time;
        double end = began + race_round(race_in(r), seconds - began);

        do {
            for (size_t i = 0; i < r->n; i++)
                if (!r->v[i].out)
                    r->v[i].round = r->round;
            time = r->now(r);
            goes_on = r->block(r);
            took = r->now(r) - time;
        } while (goes_on && race_in(r) > 1 && time + 1.5 * took < end);
        halve(r);
    }
    return goes_on ? race_best(r) : r->n;
}

size_t race_best(const struct race *r)
{
    return extreme(r, 1);
}

size_t race_partner(const struct race *r, size_t winner)
{
    size_t found = r->n;
    double most = 1;
    struct gain g;

    racer_gain(&g, &r->v[winner]);
    for (size_t i = 0; i < r->n && g.lo > 1; i++) {
        struct gain other;

        racer_gain(&other, &r->v[i]);
        if (r->v[i].failed || strcmp(r->v[i].name, r->v[winner].name) == 0 ||
            !(other.lo > 1) || !(other.times > most))
            continue;
        most = other.times;
        found = i;
    }
    return found;
}
