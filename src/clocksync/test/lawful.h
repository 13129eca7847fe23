/* lawful.h: timers with known offsets and rates, for tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_TEST_LAWFUL_H
#define CLOCKSYNC_TEST_LAWFUL_H

#include <stdint.h>
#include "timers/timer.h"

/* A clock of a rank. At t by CLOCK_MONOTONIC it shows t + offset + (t - base) *
 * drift, in nanoseconds. */
struct law {
    int64_t base;
    double drift;
    int64_t offset;
};

/* Timers that follow the law last given to law_obey(), since read() has no
 * argument. timer_lawful claims that ranks of a node share it. */
extern const struct timer timer_lawful, timer_private;
void law_obey(const struct law *w);

/* Return T_global - T_local, and the rate of this difference, at local time
 * `local` of a rank with law `own`; the global clock has law `zero`. */
double law_offset(const struct law *own, const struct law *zero, double local);
double law_slope(const struct law *own, const struct law *zero);

#endif /* CLOCKSYNC_TEST_LAWFUL_H */
