/* cntvct.c: the timer `cntvct`: the virtual counter of 64-bit Arm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include "timers/timers.h"

#if defined(__aarch64__)

static ticks_t cntvct_read(void)
{
    uint64_t t;

    __asm__ __volatile__("isb\n\tmrs %0, cntvct_el0\n\tisb"
                         : "=r"(t)
                         :
                         : "memory");
    return (ticks_t)t;
}

static int cntvct_open(double *ticks_per_sec, const char **cause)
{
    uint64_t hz;

    __asm__ __volatile__("mrs %0, cntfrq_el0" : "=r"(hz));
    if (hz == 0) {
        *cause = "the firmware did not set the counter's frequency";
        return -ENODEV;
    }
    *ticks_per_sec = (double)hz;
    return 0;
}

#else /* not 64-bit Arm */

static ticks_t cntvct_read(void)
{
    return 0;
}

static int cntvct_open(double *ticks_per_sec, const char **cause)
{
    (void)ticks_per_sec;
    *cause = "this is not a 64-bit Arm processor";
    return -ENOSYS;
}

#endif

/* Arm has one counter per system, shared by all cores. */
const struct timer timer_cntvct = {
    .name = "cntvct",
    .help = "Arm virtual counter CNTVCT_EL0, read after isb",
    .scope = TIMER_NODE,
    .open = cntvct_open,
    .read = cntvct_read,
};
