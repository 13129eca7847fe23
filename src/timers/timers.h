/* timers.h: declarations of all timers, for the table and for tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_TIMERS_H
#define TIMERS_TIMERS_H

#include "timers/timer.h"

extern const struct timer timer_tsc, timer_cntvct, timer_monotonic, timer_wtime,
    timer_gettimeofday, timer_simulated;

/* Not in the table: for frequent timing that needs no nanoseconds. */
extern const struct timer timer_tsc_loose;

#endif /* TIMERS_TIMERS_H */
