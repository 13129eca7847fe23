/* quality.h: measures on the calling process whether timers are fit to use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_QUALITY_H
#define TIMERS_QUALITY_H

#include <stddef.h>
#include "timers/timer.h"

/* Maximum difference of a timer's rate from that of CLOCK_MONOTONIC_RAW (spec,
 * step 6). */
#define TIMER_MAX_RATE_PPM 200.0

struct timer_quality {
    double resolution; /* smallest step between readings, in seconds */
    double read_cost;  /* median time of read(), in seconds */
    double rate_ppm;   /* (timer rate / CLOCK_MONOTONIC_RAW - 1) * 1e6 */
    int monotonic;     /* 1: no reading was below the one before */
};

/*
 * Fills q[i] for each of n open clocks. Sleeps `seconds` once, to compare all
 * rates over that time.
 */
void timer_quality(const struct clock *clocks, size_t n, double seconds,
                   struct timer_quality *q);

/* Measures the resolution quickly: returns no less than the clock's
 * granularity. */
double timer_resolution(const struct clock *c);
/* Returns the step of raw_now() in seconds; 0 if it is shorter than a
 * reading. */
double raw_step(void);

/* Returns NULL if the timer is fit to measure with, else the reason, a
 * constant. */
const char *timer_unfit(const struct timer_quality *q);

#endif /* TIMERS_QUALITY_H */
