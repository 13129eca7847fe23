/* gauge_spin.c: gauge `spin`: a fixed number of dependent operations, on all
 * ranks of the node at once. It shows the cores' frequency. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/machine/gauge.h"
#include "timers/bracket.h"

enum { STEPS = 4096 }; /* 24,576 operations */

static double spin_read(struct neighbours *n);

const struct gauge gauge_spin = {
    .name = "spin",
    .unit = "s",
    .help = "24,576 operations, each of which needs the result of the last",
    .read = spin_read,
};

uint64_t spin_steps(uint64_t x, int steps)
{
    for (int i = 0; i < steps; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
    }
    return x;
}

/* A result that is stored has to be computed. */
static volatile uint64_t result = 1;

static double spin_read(struct neighbours *n)
{
    int64_t start = raw_now();

    if (n->pairs == NULL)
        return 0;
    result = spin_steps(result, STEPS);
    return (double)(raw_now() - start) * 1e-9;
}
