/* spin.c: a computation of fixed length, and its speed on this core. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timers/spin.h"

#include <math.h>
#include "mpi/simulated.h"
#include "timers/bracket.h"

enum {
    BATCHES = 5, /* the fastest trial counts, so that interrupts have no
                  * effect */
    BATCH_STEPS = 1 << 16,
};

uint64_t spin_steps(uint64_t x, int64_t steps)
{
    for (int64_t i = 0; i < steps; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

void spin(int64_t steps)
{
    uint64_t x = spin_steps(1, steps);

    /* keeps the compiler from dropping the computation */
    __asm__ __volatile__("" : : "r"(x));
}

double spin_rate(void)
{
    double least = INFINITY;

    if (time_is_simulated())
        return 0;
    for (int i = 0; i < BATCHES; i++) {
        int64_t start = raw_now();

        spin(BATCH_STEPS);
        least = fmin(least, (double)(raw_now() - start) * 1e-9);
    }
    return least > 0 ? BATCH_STEPS / least : 0;
}
