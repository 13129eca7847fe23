/* gauge_spin.c: gauge `spin`: a fixed number of dependent operations, on all
 * ranks of the node at once. It shows the cores' frequency. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/machine/gauge.h"
#include "timers/bracket.h"

enum {
    STEPS = 4096, /* 24,576 operations */
    GLANCES = 8,
    GLANCE_STEPS = 256, /* of each */
};

static double spin_read(struct neighbours *n);
static double spin_glance(struct neighbours *n);

const struct gauge gauge_spin = {
    .name = "spin",
    .unit = "s",
    .help = "24,576 operations, each of which needs the result of the last",
    .work = "a fixed computation",
    .read = spin_read,
    .glance = spin_glance,
    .factor = 1.05,
    .low = "fast",
    .high = "slow",
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

static double steps_time(int steps)
{
    int64_t start = raw_now();

    result = spin_steps(result, steps);
    return (double)(raw_now() - start) * 1e-9;
}

static double spin_read(struct neighbours *n)
{
    return n->pairs != NULL ? steps_time(STEPS) : 0;
}

static double spin_glance(struct neighbours *n)
{
    double least = INFINITY;

    if (n->pairs == NULL)
        return 0;
    for (int i = 0; i < GLANCES; i++)
        least = fmin(least, steps_time(GLANCE_STEPS));
    return least;
}
