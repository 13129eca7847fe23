/* bracket.h: a timer's reading paired with the time of CLOCK_MONOTONIC_RAW. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_BRACKET_H
#define TIMERS_BRACKET_H

#include "timers/timer.h"

/* The kernel's clock that nothing slews, in nanoseconds. */
int64_t raw_now(void);

struct bracket {
    ticks_t ticks;
    double raw;   /* nanoseconds, the middle of the bracket */
    double width; /* nanoseconds between the two raw readings around it */
};

/* Takes the tightest of several, so that an interruption does no harm. */
struct bracket bracket_take(ticks_t (*read)(void));

/* Ticks per second of real time between two brackets. */
double bracket_rate(const struct bracket *from, const struct bracket *to);

#endif /* TIMERS_BRACKET_H */
