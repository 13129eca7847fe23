/* tsc.c: the timer `tsc`: the cycle counter of x86 processors. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include "timers/timers.h"

#if defined(__x86_64__) || defined(__i386__)

#include <cpuid.h>
#include <time.h>
#include <x86intrin.h>
#include "timers/bracket.h"

enum {
    CALIBRATION_NS = 40 * 1000 * 1000,
    LEAF_POWER = 0x80000007, /* CPUID leaf; EDX bit 8 is "invariant TSC" */
    INVARIANT_BIT = 1 << 8,
};

/* The fence waits until earlier instructions end. CPUID would, too, but
 * hypervisors trap it, which takes microseconds. A second fence after the
 * reading would keep later instructions from starting some nanoseconds early,
 * but double the cost. */
static ticks_t tsc_read(void)
{
    _mm_lfence();
    return (ticks_t)__rdtsc();
}

/* Reads without the fence, which takes as long as the reading itself. */
static ticks_t tsc_read_loosely(void)
{
    return (ticks_t)__rdtsc();
}

static int tsc_open(double *ticks_per_sec, const char **cause)
{
    const struct timespec pause = {.tv_nsec = CALIBRATION_NS};
    struct bracket from, to;
    unsigned a, b, c, d;
    double rate;

    if (!__get_cpuid(LEAF_POWER, &a, &b, &c, &d) || !(d & INVARIANT_BIT)) {
        *cause = "this processor's TSC is not invariant: it changes with the "
                 "clock frequency or stops when idle";
        return -ENODEV;
    }
    from = bracket_take(tsc_read);
    nanosleep(&pause, NULL); /* an interruption shortens the calibration */
    to = bracket_take(tsc_read);
    rate = bracket_rate(&from, &to);
    if (!(rate > 1e6 && rate < 1e11)) {
        *cause = "the TSC does not advance with CLOCK_MONOTONIC_RAW";
        return -ENODEV;
    }
    *ticks_per_sec = rate;
    return 0;
}

#else /* not x86 */

static ticks_t tsc_read(void)
{
    return 0;
}

static ticks_t tsc_read_loosely(void)
{
    return 0;
}

static int tsc_open(double *ticks_per_sec, const char **cause)
{
    (void)ticks_per_sec;
    *cause = "this is not an x86 processor";
    return -ENOSYS;
}

#endif

const struct timer timer_tsc = {
    .name = "tsc",
    .help = "x86 time stamp counter, read by lfence and rdtsc",
    .scope = TIMER_NODE,
    .percore = true,
    .open = tsc_open,
    .read = tsc_read,
};

const struct timer timer_tsc_loose = {
    .name = "tsc",
    .help = "tsc without lfence; may be some nanoseconds early",
    .scope = TIMER_NODE,
    .percore = true,
    .open = tsc_open,
    .read = tsc_read_loosely,
};
