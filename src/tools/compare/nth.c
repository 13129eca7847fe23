/* nth.c: the k-th smallest of values that can be counted: bisection over all
 * floating-point numbers there are, which their bits have in order. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/compare/nth.h"

#include <float.h>
#include <gsl/gsl_sort_double.h>
#include <stdint.h>
#include <string.h>
#include "lib/xmalloc.h"

static const uint64_t SIGN = UINT64_C(1) << 63;

/* Position of a number among all. */
static uint64_t place_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof(bits));
    return bits & SIGN ? ~bits : bits | SIGN;
}

static double number_at(uint64_t place)
{
    uint64_t bits = place & SIGN ? place & ~SIGN : ~place;
    double x;

    memcpy(&x, &bits, sizeof(x));
    return x;
}

double nth_value(const void *values, nth_count_fn *count, size_t k)
{
    uint64_t lo = place_of(-DBL_MAX), hi = place_of(DBL_MAX);

    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;

        if (count(values, number_at(middle)) >= k)
            hi = middle;
        else
            lo = middle + 1;
    }
    return number_at(lo) + 0.0; /* zero without a sign */
}

double *nth_sorted(const double *x, size_t n)
{
    double *sorted = xmalloc(n * sizeof(*sorted));

    memcpy(sorted, x, n * sizeof(*sorted));
    gsl_sort(sorted, 1, n);
    return sorted;
}
