/* clock.h: seconds, for what barriers cost. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_CLOCK_H
#define REFNUMA_CLOCK_H

#include <time.h>

static inline double rn_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif /* REFNUMA_CLOCK_H */
