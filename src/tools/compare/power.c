/* power.c: the power of the rank-sum test, after Noether (1987): it is decided
 * by P(B > A) alone. Of two launches that scatter alike and are d apart in the
 * middle this is 1/2 + F(d)/2, where F(d) is the share of pairs of launches of
 * one side that are nearer to each other than d: no distribution is assumed.
 * His formula takes U's variance as it is without a shift, which makes it ask
 * for somewhat more launches than needed. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/power.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/ranksum.h"

/* Distances of all pairs of launches of one side, both sides, ascending. */
static double *distances(const struct samples *s, size_t *n)
{
    double *d =
        xmalloc((s->n[0] * s->n[0] + s->n[1] * s->n[1] + 1) * sizeof(*d));

    *n = 0;
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < s->n[side]; i++)
            for (size_t j = 0; j < i; j++)
                d[(*n)++] = fabs(s->x[side][i] - s->x[side][j]);
    gsl_sort(d, 1, *n);
    return d;
}

/* How many standard deviations U has to be off on average. */
static double deviations(const struct power *p)
{
    return gsl_cdf_ugaussian_Qinv(p->alpha / 2) +
           gsl_cdf_ugaussian_Pinv(p->power);
}

double power_smallest(const struct samples *s, const struct power *p)
{
    double na = (double)s->n[0], nb = (double)s->n[1], shift = NAN, share;
    size_t n;
    double *d = distances(s, &n);

    share = deviations(p) * sqrt((na + nb) / (3 * na * nb));
    if (n > 0 && share <= 1 && ranksum_least_p(s->n[0], s->n[1]) <= p->alpha)
        shift = d[(size_t)ceil(share * (double)n) - 1];
    free(d);
    return shift;
}

size_t power_launches(const struct samples *s, double shift,
                      const struct power *p)
{
    size_t n, near = 0, launches = 1;
    double *d = distances(s, &n), share, needed;

    while (near < n && d[near] < shift)
        near++;
    free(d);
    if (near == 0)
        return 0;
    share = (double)near / (double)n;
    needed = ceil(2.0 / 3 * pow(deviations(p) / share, 2));
    while (ranksum_least_p(launches, launches) > p->alpha)
        launches++;
    if (needed > POWER_MOST)
        return 0;
    return needed > (double)launches ? (size_t)needed : launches;
}
