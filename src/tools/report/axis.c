/* axis.c: axes of pictures: range, places and ticks. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "tools/report/report.h"

static const double room = 0.05;      /* at each end, of the axis */
static const double beyond = 3;       /* intervals are cut at this factor */
static const double narrowest = 1.05; /* ratio of the ends, at least */

void axis_fit(struct axis *a, const struct mark *m, size_t n)
{
    double least = INFINITY, most = 0, lo = INFINITY, hi = 0, wide;

    for (size_t i = 0; i < n; i++) {
        if (!(m[i].value > 0))
            continue;
        least = fmin(least, m[i].value);
        most = fmax(most, m[i].value);
        lo = fmin(fmin(lo, least), m[i].lo); /* ignores NAN */
        hi = fmax(fmax(hi, most), m[i].hi);
    }
    if (most == 0)
        least = most = lo = hi = 1;
    lo = fmax(lo, least / beyond);
    hi = fmin(hi, most * beyond);
    wide = pow(fmax(hi / lo, narrowest), room);
    *a = (struct axis){.lo = lo / wide, .hi = hi * wide};
}

double axis_at(const struct axis *a, double value)
{
    return fmin(fmax(log(value / a->lo) / log(a->hi / a->lo), 0), 1);
}

static bool is_on(const struct axis *a, double x)
{
    double rounding = 1e-9 * (a->hi - a->lo);

    return x >= a->lo - rounding && x <= a->hi + rounding;
}

/* Multiples of 1, 2 or 5 times a power of ten. */
static size_t steps(const struct axis *a, double *tick, size_t most)
{
    static const double digit[] = {1, 2, 5, 10};
    double least = (a->hi - a->lo) / (double)most, step = 0;
    double ten = pow(10, floor(log10(least)));
    size_t n = 0;

    for (size_t i = 0; step < least && i < 4; i++)
        step = digit[i] * ten;
    for (double k = ceil(a->lo / step); is_on(a, k * step) && n < most; k++)
        tick[n++] = k * step;
    return n;
}

/* Each `stride`-th power of the base, and 2 and 5 times it if stride is 0.
 * Returns how many there are, which may be more than `most`. */
static size_t powers(const struct axis *a, double *tick, size_t most, int base,
                     int stride)
{
    static const double digit[] = {1, 2, 5};
    int e = (int)floor(log(a->lo) / log(base));
    size_t n = 0;

    for (; pow(base, e) <= a->hi; e++)
        for (int i = 0; i < (stride == 0 ? 3 : 1); i++) {
            double x = digit[i] * pow(base, e);

            if (e % (stride == 0 ? 1 : stride) != 0 || !is_on(a, x))
                continue;
            if (n < most)
                tick[n] = x;
            n++;
        }
    return n;
}

size_t axis_ticks(const struct axis *a, double *tick, size_t most, int base)
{
    int stride = base == 10 ? 0 : 1;
    size_t n;

    if (base == 10 && a->hi < 10 * a->lo)
        return steps(a, tick, most);
    do
        n = powers(a, tick, most, base, stride++);
    while (n > most);
    return n;
}
