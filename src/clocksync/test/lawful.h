/* lawful.h: timers with known offsets and rates, for tests. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_TEST_LAWFUL_H
#define CLOCKSYNC_TEST_LAWFUL_H

#include <stdint.h>
#include "timers/timer.h"

/* The clock of a rank: t + offset + (t - base) * drift, in nanoseconds, where t
 * is CLOCK_MONOTONIC. */
struct law {
    int64_t base;
    double drift;
    int64_t offset;
};

/* Timers that follow the law last passed to law_obey(), as read() takes no
 * argument. timer_lawful claims to be shared by the ranks of a node. */
extern const struct timer timer_lawful, timer_private;
void law_obey(const struct law *w);

/* Return T_global - T_local and its rate, for a rank with law `own` at its
 * local time `local`, if the global clock has law `zero`. */
double law_offset(const struct law *own, const struct law *zero, double local);
double law_slope(const struct law *own, const struct law *zero);

#endif /* CLOCKSYNC_TEST_LAWFUL_H */
