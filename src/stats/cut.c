/* cut.c: Otsu's method (1979) on sorted values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/cut.h"

#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const double between_least = 0.85; /* a single hump has .64 */

bool cut_find(struct cut *c, const double *x, size_t n, double factor)
{
    double *v = xcalloc(n + 1, sizeof(*v)), sum = 0, squares = 0, below = 0;
    double best = 0;
    size_t m = 0;

    *c = (struct cut){NAN, NAN, NAN, 0};
    for (size_t i = 0; i < n; i++)
        if (!isnan(x[i]))
            v[m++] = x[i];
    gsl_sort(v, 1, m);
    for (size_t i = 0; i < m; i++)
        sum += v[i];
    for (size_t i = 0; i < m; i++)
        squares += pow(v[i] - sum / (double)m, 2);
    for (size_t i = 1; i < m; i++) {
        double k = (double)i, rest = (double)(m - i), low, high, between;

        below += v[i - 1];
        low = below / k;
        high = (sum - below) / rest;
        between = k * rest / (double)m * (high - low) * (high - low);
        if (between <= best)
            continue;
        best = between;
        *c = (struct cut){(v[i - 1] + v[i]) / 2, low, high, rest / (double)m};
    }
    free(v);
    return best > 0 && best >= between_least * squares &&
           c->high - c->low >= log(factor);
}
