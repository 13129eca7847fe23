/* simulate.c: simulated launch times of populations with known figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/test/simulate.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

enum { GRID = 200001 };

double time_normal(double z, double spread)
{
    return 1 + spread * z;
}

double time_lognormal(double z, double spread)
{
    return exp(spread * z);
}

double time_two_modes(double z, double spread, double share, double slow)
{
    double u = gsl_cdf_ugaussian_P(z);

    if (u < 1 - share)
        return 1 + spread * gsl_cdf_ugaussian_Pinv(u / (1 - share));
    u = fmin((u - (1 - share)) / share + 1e-12, 1 - 1e-12);
    return slow * (1 + spread * gsl_cdf_ugaussian_Pinv(u));
}

double time_tail(double z, double spread)
{
    return time_two_modes(z, spread, 0.05, 3);
}

double time_modes(double z, double spread)
{
    return time_two_modes(z, spread, 0.3, 1.6);
}

double time_halves(double z, double spread)
{
    return time_two_modes(z, spread, 0.5, 1.6);
}

double time_odd(double z, double spread)
{
    return time_two_modes(z, spread, 0.05, 1.35);
}

double time_double(double z, double spread)
{
    return time_two_modes(z, spread, 0.05, 2);
}

double population_mean(const struct population *p, double trim)
{
    double *t = xmalloc(GRID * sizeof(*t)), mean;
    size_t cut = (size_t)(trim * GRID);

    for (size_t i = 0; i < GRID; i++)
        t[i] = p->time(gsl_cdf_ugaussian_Pinv(((double)i + 0.5) / GRID),
                       p->spread);
    gsl_sort(t, 1, GRID);
    mean = gsl_stats_mean(t + cut, 1, GRID - 2 * cut);
    free(t);
    return mean;
}

double population_draw(const struct population *p, struct population_state *s,
                       gsl_rng *rng)
{
    double fresh = gsl_ran_ugaussian(rng);

    if (s->n % SIM_ROUND == 0)
        s->common = gsl_ran_ugaussian(rng);
    s->z =
        s->n == 0 ? fresh : p->rho * s->z + sqrt(1 - p->rho * p->rho) * fresh;
    s->n++;
    return p->time(sqrt(p->shared) * s->common + sqrt(1 - p->shared) * s->z,
                   p->spread);
}

void population_series(const struct population *p, struct series *s, size_t n,
                       gsl_rng *rng)
{
    struct population_state st = {0};

    for (size_t i = 0; i < n; i++)
        series_add(s, population_draw(p, &st, rng), i / SIM_ROUND);
}
