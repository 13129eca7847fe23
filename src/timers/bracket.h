/* bracket.h: reads a timer together with CLOCK_MONOTONIC_RAW. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_BRACKET_H
#define TIMERS_BRACKET_H

#include "timers/timer.h"

/* Returns CLOCK_MONOTONIC_RAW in nanoseconds. The kernel never slews it. */
int64_t raw_now(void);

struct bracket {
    ticks_t ticks;
    double raw;   /* mean of the raw readings before and after the timer's,
                   * nanoseconds */
    double width; /* difference of these raw readings, nanoseconds */
};

/* Reads the timer several times and returns the reading with the smallest
 * width, because it was not interrupted. */
struct bracket bracket_take(ticks_t (*read)(void));

/* Returns the timer's ticks per second of real time between two readings. */
double bracket_rate(const struct bracket *from, const struct bracket *to);

#endif /* TIMERS_BRACKET_H */
