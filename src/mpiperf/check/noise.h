/* noise.h: how much time something else takes from a busy rank. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_NOISE_H
#define MPIPERF_NOISE_H

#include "timers/timer.h"

/* What a loop that only reads the clock misses: "detours". */
struct noise {
    double share;   /* of the time, in detours */
    double longest; /* seconds */
    double rate;    /* detours a second */
};

/* Spins on the calling CPU for `seconds`. A gap between two readings of ten
 * times the read cost, and 1 us at least, is a detour. */
void noise_measure(const struct clock *clock, double read_cost, double seconds,
                   struct noise *out);

#endif /* MPIPERF_NOISE_H */
