/* gettimeofday.c: the timer `gettimeofday`: microseconds of wall-clock time. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <sys/time.h>
#include "timers/timers.h"

static int gettimeofday_open(double *ticks_per_sec, const char **cause)
{
    struct timeval tv;

    if (gettimeofday(&tv, NULL) != 0) {
        *cause = "gettimeofday() fails";
        return -errno;
    }
    *ticks_per_sec = 1e6;
    return 0;
}

static ticks_t gettimeofday_read(void)
{
    struct timeval tv;

    gettimeofday(&tv, NULL);
    return (ticks_t)tv.tv_sec * 1000000 + tv.tv_usec;
}

const struct timer timer_gettimeofday = {
    .name = "gettimeofday",
    .help = "gettimeofday(), microseconds; may be set or slewed during a run",
    .scope = TIMER_NODE,
    .open = gettimeofday_open,
    .read = gettimeofday_read,
};
