/* arithmetic.h: something to compute that takes the time one wants. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_ARITHMETIC_H
#define OPS_ARITHMETIC_H

#include <stdint.h>
#include "timers/timer.h"

/*
 * So many steps of multiplications and additions in registers. They begin with
 * *sink, 1 the first time, and end up there, so that none can be left out.
 */
void arithmetic(volatile double *sink, uint64_t steps);

/* Steps a second, of the fastest of several runs: others were disturbed. Takes
 * about a millisecond. */
double arithmetic_speed(const struct clock *clock, volatile double *sink);

#endif /* OPS_ARITHMETIC_H */
