/* adjust.c: Holm's correction for many cases, or none. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/adjust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"

struct ordered {
    double p;
    size_t i;
};

static int by_p(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;

    return (x->p > y->p) - (x->p < y->p);
}

/* The k-th smallest of m counts m - k + 1 times, and no less than the ones
 * before it (Holm 1979). */
static void holm_adjust(double *adjusted, const double *p, size_t n)
{
    struct ordered *o = xmalloc((n + 1) * sizeof(*o));
    double largest = 0;
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        adjusted[i] = NAN;
        if (!isnan(p[i]))
            o[m++] = (struct ordered){p[i], i};
    }
    qsort(o, m, sizeof(*o), by_p);
    for (size_t k = 0; k < m; k++) {
        largest = fmax(largest, fmin(1, (double)(m - k) * o[k].p));
        adjusted[o[k].i] = largest;
    }
    free(o);
}

static double holm_level(double alpha, size_t n)
{
    return n > 1 ? alpha / (double)n : alpha;
}

static void none_adjust(double *adjusted, const double *p, size_t n)
{
    memcpy(adjusted, p, n * sizeof(*p));
}

static double none_level(double alpha, size_t n)
{
    (void)n;
    return alpha;
}

static const struct correction holm = {
    .name = "holm",
    .help = "all verdicts together are wrong at most ALPHA of the time",
    .exchange = "maxT",
    .adjust = holm_adjust,
    .level = holm_level,
};

static const struct correction none = {
    .name = "none",
    .help = "each verdict by itself is",
    .adjust = none_adjust,
    .level = none_level,
};

const struct correction *const corrections[] = {&holm, &none, NULL};
