/* timer.c: the table of timers; opening a timer. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timers/timer.h"

#include <errno.h>
#include "lib/digest.h"
#include "mpi/simulated.h"
#include "timers/timers.h"

/* Sorted by cost of a reading, then by resolution. */
const struct timer *const timer_table[] = {
    &timer_tsc,   &timer_cntvct,       &timer_monotonic,
    &timer_wtime, &timer_gettimeofday, &timer_simulated,
    NULL,
};

int clock_open(struct clock *c, const struct timer *timer, const char **cause)
{
    double ticks_per_sec;
    int rc;

    if (time_is_simulated() && timer != &timer_simulated) {
        *cause = "time is simulated here";
        return -ENOSYS;
    }
    rc = timer->open(&ticks_per_sec, cause);
    if (rc != 0)
        return rc;
    c->timer = timer;
    c->ticks_per_sec = ticks_per_sec;
    return 0;
}

double clock_shift(uint64_t launch)
{
    return scatter_share(2 * launch) +
           (CLOCK_SHIFT - 1) * scatter_share(2 * launch + 1);
}
