/* power.c: the power of the rank-sum test, after Noether (1987): it is decided
 * by P(B > A) alone. Of two runs that scatter alike and are d apart in the
 * middle this is 1/2 + F(d)/2, where F(d) is the share of pairs of runs of
 * one side that are nearer to each other than d: no distribution is assumed.
 * His formula takes U's variance as it is without a shift, which makes it ask
 * for somewhat more runs than needed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/power.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include "tools/compare/nth.h"
#include "tools/compare/ranksum.h"

/* Distances of all pairs of runs of one side, both sides. */
struct distances {
    double *x[2]; /* ascending */
    size_t side[2];
    size_t n;
};

static void distances_init(struct distances *d, const struct samples *s)
{
    *d = (struct distances){0};
    for (size_t i = 0; i < 2; i++) {
        d->x[i] = nth_sorted(s->x[i], s->n[i]);
        d->side[i] = s->n[i];
        d->n += s->n[i] * (s->n[i] - 1) / 2;
    }
}

static void distances_fini(struct distances *d)
{
    free(d->x[0]);
    free(d->x[1]);
}

/* The larger a value is, the more of those below it are too far from it: one
 * walk along each side. */
static size_t count_distances(const void *values, double most)
{
    const struct distances *d = values;
    size_t count = 0;

    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0, j = 0; i < d->side[side]; i++) {
            while (j < i && d->x[side][i] - d->x[side][j] > most)
                j++;
            count += i - j;
        }
    return count;
}

/* How many standard deviations U has to be off on average. */
static double deviations(const struct power *p)
{
    return gsl_cdf_ugaussian_Qinv(p->alpha / 2) +
           gsl_cdf_ugaussian_Pinv(p->power);
}

double power_part(const struct power *p)
{
    return gsl_cdf_ugaussian_Qinv(p->alpha / 2) / deviations(p);
}

double power_smallest(const struct samples *s, const struct power *p)
{
    double na = (double)s->n[0], nb = (double)s->n[1], shift = NAN, share;
    struct distances d;

    distances_init(&d, s);
    share = deviations(p) * sqrt((na + nb) / (3 * na * nb));
    if (d.n > 0 && share <= 1 && ranksum_least_p(s->n[0], s->n[1]) <= p->alpha)
        shift =
            nth_value(&d, count_distances, (size_t)ceil(share * (double)d.n));
    distances_fini(&d);
    return shift;
}

size_t power_runs(const struct samples *s, double shift, const struct power *p)
{
    size_t near, runs;
    double share, needed;
    struct distances d;

    distances_init(&d, s);
    near = count_distances(&d, nextafter(shift, 0)); /* nearer than that */
    distances_fini(&d);
    if (near == 0)
        return 0;
    share = (double)near / (double)d.n;
    needed = ceil(2.0 / 3 * pow(deviations(p) / share, 2));
    runs = ranksum_fewest(p->alpha);
    if (needed > POWER_MOST)
        return 0;
    return needed > (double)runs ? (size_t)needed : runs;
}
