/* spin.h: a computation of fixed length, to wait without reading a clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_SPIN_H
#define TIMERS_SPIN_H

#include <stdint.h>

/* Returns the state of the generator xorshift64 (Marsaglia 2003; shifts 13, 7,
 * 17) `steps` steps after x. A step is six operations, each of which needs the
 * result of the one before. */
uint64_t spin_steps(uint64_t x, int64_t steps);

/* Computes that many steps. */
void spin(int64_t steps);

/* Returns the steps that this core computes in a second now, in about 1 ms; 0
 * in a simulator, where a computation takes no time. */
double spin_rate(void);

#endif /* TIMERS_SPIN_H */
