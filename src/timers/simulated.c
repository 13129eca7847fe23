/* simulated.c: the timer `simulated`: a simulator's clock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <errno.h>
#include <mpi.h>
#include <time.h>
#include "mpi/simulated.h"
#include "timers/timers.h"

/* A tick is a picosecond, since simulated times are not whole nanoseconds. */
enum { TICKS_PER_NS = 1000 };
static const double simulated_rate = 1e9 * TICKS_PER_NS;

static ticks_t simulated_read(void)
{
    return ticks_of(MPI_Wtime(), simulated_rate);
}

/* Fails if readings take no simulated time, because waiting for the clock would
 * then never end. */
static int simulated_open(double *ticks_per_sec, const char **cause)
{
    ticks_t before;

    if (!time_is_simulated()) {
        *cause = "this MPI library is not a simulator's";
        return -ENOSYS;
    }
    before = simulated_read();
    if (simulated_read() <= before) {
        *cause = "reading the clock takes no simulated time: no "
                 "--cfg=smpi/wtime:0";
        return -ENODEV;
    }
    *ticks_per_sec = simulated_rate;
    return 0;
}

/* Sleeps until up to a nanosecond before the deadline, because reading the
 * clock afterwards takes time, too. */
static void simulated_sleep_until(ticks_t deadline)
{
    ticks_t now = simulated_read(), ns;
    struct timespec pause;

    if (deadline <= now)
        return;
    ns = (deadline - now) / TICKS_PER_NS;
    pause.tv_sec = (time_t)(ns / 1000000000);
    pause.tv_nsec = (long)(ns % 1000000000);
    nanosleep(&pause, NULL);
}

const struct timer timer_simulated = {
    .name = "simulated",
    .help = "the simulator's clock (SMPI), exact and shared by all ranks",
    .scope = TIMER_GLOBAL,
    .open = simulated_open,
    .read = simulated_read,
    .sleep_until = simulated_sleep_until,
};
