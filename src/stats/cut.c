/* cut.c: Otsu's threshold between two groups of values. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "stats/cut.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

bool cut_find(struct cut *c, const double *x, size_t n, double factor)
{
    double *v = xcalloc(n, sizeof(*v)), sum = 0, below = 0, best = 0, all;
    size_t known = 0;
    bool holds;

    *c = (struct cut){.at = NAN, .low = NAN, .high = NAN};
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]))
            v[known++] = x[i];
    gsl_sort(v, 1, known);
    all = (double)known;
    for (size_t i = 0; i < known; i++)
        sum += v[i];
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
        *c = (struct cut){(v[i - 1] + v[i]) / 2, low, high, (all - k) / all};
    }
    holds = best > 0 && best >= CUT_BETWEEN * gsl_stats_tss(v, 1, known) &&
            c->high - c->low >= log(factor);
    free(v);
    return holds;
}
