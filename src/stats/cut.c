/* cut.c: Otsu's cut between two groups of values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/cut.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

/* The values that are known, ascending; malloced. */
static double *sorted(const double *x, size_t n, size_t *known)
{
    double *v = xcalloc(n + 1, sizeof(*v));

    *known = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]))
            v[(*known)++] = x[i];
    gsl_sort(v, 1, *known);
    return v;
}

bool cut_find(struct cut *c, const double *x, size_t n, double factor)
{
    size_t known;
    double *v = sorted(x, n, &known), all = (double)known;
    double sum = 0, squares = 0, below = 0, best = 0;

    *c = (struct cut){.at = NAN, .low = NAN, .high = NAN};
    for (size_t i = 0; i < known; i++)
        sum += v[i];
    for (size_t i = 0; i < known; i++)
        squares += pow(v[i] - sum / all, 2);
    for (size_t i = 1; i < known; i++) {
        double k = (double)i, low, high, between;

        below += v[i - 1];
        if (!(v[i] > v[i - 1]))
            continue;
        low = below / k;
        high = (sum - below) / (all - k);
        between = k * (all - k) / all * pow(high - low, 2);
        if (between <= best)
            continue;
        best = between;
        *c = (struct cut){.at = (v[i - 1] + v[i]) / 2,
                          .low = low,
                          .high = high,
                          .share = (all - k) / all};
    }
    free(v);
    return best > 0 && best >= CUT_BETWEEN * squares &&
           c->high - c->low >= log(factor);
}
