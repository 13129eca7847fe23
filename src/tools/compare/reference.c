/* reference.c: the machine's own speed while runs were made. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/reference.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "tools/compare/nth.h"

void reference_of(struct reference *to, const struct runs *r, size_t i)
{
    double *x = xcalloc(r->n + 1, sizeof(*x)), *sorted;
    size_t n = 0;

    *to = (struct reference){NAN, NAN, NAN};
    for (size_t k = 0; k < r->n; k++)
        if (!isnan(r->v[k].gauge[i]))
            x[n++] = r->v[k].gauge[i];
    if (n > 0) {
        sorted = nth_sorted(x, n);
        to->median = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.5);
        to->lo = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.1);
        to->hi = gsl_stats_quantile_from_sorted_data(sorted, 1, n, 0.9);
        free(sorted);
    }
    free(x);
}
