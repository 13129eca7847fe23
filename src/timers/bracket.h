/* bracket.h: pairs a timer's reading with the time of CLOCK_MONOTONIC_RAW. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_BRACKET_H
#define TIMERS_BRACKET_H

#include "timers/timer.h"

/* Returns CLOCK_MONOTONIC_RAW, which the kernel never slews, in nanoseconds. */
int64_t raw_now(void);

struct bracket {
    ticks_t ticks;
    double raw;   /* middle of the bracket in nanoseconds */
    double width; /* nanoseconds between the raw readings before and after */
};

/* Returns the narrowest of several brackets, so that an interruption does no
 * harm. */
struct bracket bracket_take(ticks_t (*read)(void));

/* Returns the ticks per second of real time between two brackets. */
double bracket_rate(const struct bracket *from, const struct bracket *to);

#endif /* TIMERS_BRACKET_H */
