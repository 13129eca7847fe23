/* spin.h: a computation of fixed length, for waiting without a clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TIMERS_SPIN_H
#define TIMERS_SPIN_H

#include <stdint.h>

/* Returns the state of the generator xorshift64 (Marsaglia 2003; shifts 13, 7,
 * 17), `steps` steps after state x. A step is six operations, each of which
 * needs the result of the previous one. */
uint64_t spin_steps(uint64_t x, int64_t steps);

/* Computes `steps` steps and drops the result. */
void spin(int64_t steps);

/* Returns how many steps per second this core computes now; takes about 1 ms.
 * Returns 0 in a simulator, where computations take no time. */
double spin_rate(void);

#endif /* TIMERS_SPIN_H */
