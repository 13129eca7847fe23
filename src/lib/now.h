/* now.h: elapsed time for purposes other than measurement. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef LIB_NOW_H
#define LIB_NOW_H

#include <time.h>

/* Seconds since a fixed time before the program started. */
static inline double now(void)
{
    struct timespec ts;

    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

#endif /* LIB_NOW_H */
