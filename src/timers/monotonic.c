/* monotonic.c: the timer `monotonic`: clock_gettime(CLOCK_MONOTONIC). */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <time.h>
#include "timers/timers.h"

static int monotonic_open(double *ticks_per_sec, const char **cause)
{
    struct timespec ts;

    if (clock_gettime(CLOCK_MONOTONIC, &ts) != 0) {
        *cause = "the kernel has no CLOCK_MONOTONIC";
        return -errno;
    }
    *ticks_per_sec = 1e9;
    return 0;
}

static ticks_t monotonic_read(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (ticks_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

const struct timer timer_monotonic = {
    .name = "monotonic",
    .help = "clock_gettime(CLOCK_MONOTONIC), nanoseconds",
    .scope = TIMER_NODE,
    .open = monotonic_open,
    .read = monotonic_read,
};
