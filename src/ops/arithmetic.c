/* arithmetic.c: something to compute that takes the time one wants. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/arithmetic.h"

#include <math.h>

enum { RUNS = 10 };
static const double run_seconds = 50e-6; /* some ticks of any timer */

/* Four chains, in each of which a step needs the one before. The values stay
 * near 1: no number is slower to compute with than another. */
void arithmetic(volatile double *sink, uint64_t steps)
{
    double a = *sink, b = a + 1e-3, c = a + 2e-3, d = a + 3e-3;

    for (uint64_t i = 0; i < steps; i++) {
        a = a * 0.999 + 0.001;
        b = b * 0.998 + 0.002;
        c = c * 0.997 + 0.003;
        d = d * 0.996 + 0.004;
    }
    *sink = (a + b + c + d) / 4;
}

static double seconds_of(const struct clock *clock, volatile double *sink,
                         uint64_t steps)
{
    ticks_t t0 = clock_read(clock);

    arithmetic(sink, steps);
    return clock_seconds(clock, clock_read(clock) - t0);
}

double arithmetic_speed(const struct clock *clock, volatile double *sink)
{
    for (uint64_t steps = 1024;; steps *= 2) {
        double least = seconds_of(clock, sink, steps);

        for (int i = 1; i < RUNS; i++)
            least = fmin(least, seconds_of(clock, sink, steps));
        if (least >= run_seconds)
            return (double)steps / least;
    }
}
