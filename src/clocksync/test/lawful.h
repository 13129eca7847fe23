/* lawful.h: clocks whose offsets and rates are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_TEST_LAWFUL_H
#define CLOCKSYNC_TEST_LAWFUL_H

#include <stdint.h>
#include "timers/timer.h"

/* The clock of a rank: t + offset + (t - base) * drift, in nanoseconds; t is
 * CLOCK_MONOTONIC. */
struct law {
    int64_t base;
    double drift;
    int64_t offset;
};

/* They read by the law that was obeyed last: a timer's read() takes no
 * argument. The first claims to be shared by the ranks of a node. */
extern const struct timer timer_lawful, timer_private;
void law_obey(const struct law *w);

/* T_global - T_local, and how fast it grows, when a rank with the law `own`
 * reads `local` seconds, and the global clock has the law `zero`. */
double law_offset(const struct law *own, const struct law *zero, double local);
double law_slope(const struct law *own, const struct law *zero);

#endif /* CLOCKSYNC_TEST_LAWFUL_H */
