/* quality.h: can this timer be trusted? Measured on the calling process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_QUALITY_H
#define TIMERS_QUALITY_H

#include <stddef.h>
#include "timers/timer.h"

/* A rate this far from CLOCK_MONOTONIC_RAW's is a fail (spec, step 6). */
#define TIMER_MAX_RATE_PPM 200.0

struct timer_quality {
    double resolution; /* seconds: smallest step seen between two readings */
    double read_cost;  /* seconds: median cost of one read() */
    double rate_ppm;   /* (timer rate / CLOCK_MONOTONIC_RAW - 1) * 1e6 */
    int monotonic;     /* 1: never seen to go back */
};

/*
 * Fills q[i] for each of the n opened clocks. The rate is taken over
 * `seconds` of real time, the same for all clocks: the call sleeps that long.
 */
void timer_quality(const struct clock *clocks, size_t n, double seconds,
                   struct timer_quality *q);

/* A quick measurement of the resolution alone: no finer than the clock's grain.
 */
double timer_resolution(const struct clock *c);

/* NULL when fit to measure with, else the reason why not (a constant). */
const char *timer_unfit(const struct timer_quality *q);

#endif /* TIMERS_QUALITY_H */
