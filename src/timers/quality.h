/* quality.h: tests whether timers are fit for use in the calling process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_QUALITY_H
#define TIMERS_QUALITY_H

#include <stddef.h>
#include "timers/timer.h"

/* Maximum difference between a timer's rate and that of CLOCK_MONOTONIC_RAW. */
#define TIMER_MAX_RATE_PPM 200.0

struct timer_quality {
    double resolution; /* smallest step between two readings, seconds */
    double read_cost;  /* median time of read(), seconds */
    double rate_ppm;   /* (timer rate / CLOCK_MONOTONIC_RAW - 1) * 1e6 */
    int monotonic;     /* 1 if no reading was smaller than the previous one */
};

/*
 * Sets q[i] for each of n open clocks. Sleeps once for `seconds`, over which
 * all rates are compared.
 */
void timer_quality(const struct clock *clocks, size_t n, double seconds,
                   struct timer_quality *q);

/* Measures the resolution quickly, in seconds; never returns less than the true
 * one. */
double timer_resolution(const struct clock *c);
/* Returns the step of raw_now() in seconds, or 0 if a reading takes longer than
 * a step. */
double raw_step(void);

/* Returns NULL if the timer is fit for measurements, else the reason (a
 * constant string). */
const char *timer_unfit(const struct timer_quality *q);

#endif /* TIMERS_QUALITY_H */
