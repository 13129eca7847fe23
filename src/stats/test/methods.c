/* methods.c: other published ways to find changes of a level. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/test/methods.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "stats/change.h"

/* Returns the sum of the distances between value k and those of a range. */
static double distance(const double *x, size_t k, size_t from, size_t to)
{
    double sum = 0;

    for (size_t i = from; i < to; i++)
        sum += fabs(x[i] - x[k]);
    return sum;
}

/* Returns the largest scaled energy distance of two sides; *at: where. */
static double energy_best(const double *x, size_t n, size_t *at)
{
    double most = -INFINITY, left = 0, right = 0, across = 0;

    for (size_t k = 0; k < n; k++)
        right += distance(x, k, k, n);
    for (size_t k = 1; k + CHANGE_SIDE <= n; k++) {
        double p = (double)k, q = (double)(n - k), e;
        double before = distance(x, k - 1, 0, k),
               after = distance(x, k - 1, k, n);

        left += before;
        right -= after;
        across += after - before;
        e = 2 * across / p / q - 2 * left / p / (p - 1) -
            2 * right / q / (q - 1);
        e *= p * q / (p + q);
        if (k >= CHANGE_SIDE && e > most) {
            most = e;
            *at = k;
        }
    }
    return most;
}

static int is_by_chance(const double *x, size_t n, double energy, gsl_rng *rng)
{
    double *y = xcalloc(n, sizeof(*y));
    size_t more = 0, at;

    memcpy(y, x, n * sizeof(*y));
    for (size_t i = 0; i < 199; i++) {
        gsl_ran_shuffle(rng, y, n, sizeof(*y));
        more += energy_best(y, n, &at) >= energy;
    }
    free(y);
    return more + 1 > 2;
}

static int is_alike(const double *x, size_t n, size_t k)
{
    double p = (double)k, q = (double)(n - k);
    double sd = sqrt((gsl_stats_tss(x, 1, k) + gsl_stats_tss(x + k, 1, n - k)) /
                     (p + q - 2));
    double t = fabs(gsl_stats_mean(x, 1, k) - gsl_stats_mean(x + k, 1, n - k)) /
               sd / sqrt(1 / p + 1 / q);

    return 2 * gsl_cdf_tdist_Q(t, p + q - 2) > 0.001;
}

/* Divides x[from..to) and both sides. Returns the number of changes. */
static size_t divide(size_t *at, double *x, size_t from, size_t to,
                     gsl_rng *rng)
{
    size_t n = to - from, k, found;
    double energy;

    if (n < 2 * CHANGE_SIDE)
        return 0;
    energy = energy_best(x + from, n, &k);
    if (rng != NULL ? is_by_chance(x + from, n, energy, rng)
                    : is_alike(x + from, n, k))
        return 0;
    at[0] = from + k;
    found = 1 + divide(at + 1, x, from, from + k, rng);
    return found + divide(at + found, x, from + k, to, rng);
}

size_t ediv_permuted(size_t *at, double *x, size_t n, gsl_rng *rng)
{
    return divide(at, x, 0, n, rng);
}

size_t ediv_student(size_t *at, double *x, size_t n, gsl_rng *rng)
{
    (void)rng;
    return divide(at, x, 0, n, NULL);
}

size_t least_squares(size_t *at, double *x, size_t n, gsl_rng *rng)
{
    double *least = xcalloc(n + 1, sizeof(*least));
    double variance = pow(change_scatter(x, n), 2);
    size_t *last = xcalloc(n + 1, sizeof(*last)), found = 0;

    (void)rng;
    for (size_t to = CHANGE_SIDE; to <= n; to++) {
        double mean = 0, squares = 0; /* of the values from..to - 1 */

        least[to] = INFINITY;
        for (size_t from = to; from-- > 0;) {
            double away = x[from] - mean, all;

            mean += away / (double)(to - from);
            squares += away * (x[from] - mean);
            all = squares / variance;
            if (from > 0)
                all += from < CHANGE_SIDE ? INFINITY : least[from] + 25;
            if (to - from >= CHANGE_SIDE && all < least[to]) {
                least[to] = all;
                last[to] = from;
            }
        }
    }
    for (size_t to = n; last[to] > 0; to = last[to])
        at[found++] = last[to];
    free(least);
    free(last);
    return found;
}
