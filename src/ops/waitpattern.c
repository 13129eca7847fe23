/* waitpattern.c: operations whose time is known, to prove the measurement. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SKaMPI's patterns as the MPIPerf paper uses them (section 5.1). The waits
 * spin on the timer under test, so they prove the common start and the cost
 * of a reading, not the timer's rate.
 *
 * The whole operation, its own clock readings included, takes the time it
 * says: it begins one reading before its first time stamp, and the last one
 * is on average half a reading past the deadline. On average only if the
 * deadline does not always fall on the same place between two readings: it
 * is moved by up to half a reading, drawn from the time stamp.
 */
#include "ops/families.h"
#include "timers/timer.h"

static op_run_fn pattern_null, pattern_up, pattern_down;

static const struct op op_waitpattern_null = {
    .name = "waitpattern-null",
    .help = "one reading of the timer: 0 us expected",
    .flags = OP_NODATA,
    .call.run = pattern_null,
};

static const struct op op_waitpattern_up = {
    .name = "waitpattern-up",
    .help = "rank i waits i+1 us: as many us as ranks expected",
    .flags = OP_NODATA,
    .call.run = pattern_up,
};

static const struct op op_waitpattern_down = {
    .name = "waitpattern-down",
    .help = "rank i waits n-i us: as many us as ranks expected",
    .flags = OP_NODATA,
    .call.run = pattern_down,
};

const struct op *const waitpattern_ops[] = {
    &op_waitpattern_null,
    &op_waitpattern_up,
    &op_waitpattern_down,
    NULL,
};

/* A number in [-0.5, 0.5) that has nothing to do with the next time stamp's. */
static double dither(ticks_t now)
{
    return (double)((uint64_t)now * 0x9e3779b97f4a7c15u >> 32) * 0x1p-32 - 0.5;
}

static int wait_us(const struct clock *clock, int us)
{
    ticks_t now = clock_read(clock);
    double rest = us * 1e-6 - (1.5 + dither(now)) * clock->read_cost;

    clock_wait(clock, now + clock_ticks(clock, rest));
    return MPI_SUCCESS;
}

static int pattern_null(void *state, const struct op_args *a)
{
    (void)state;
    (void)a;
    return MPI_SUCCESS;
}

static int pattern_up(void *state, const struct op_args *a)
{
    (void)state;
    return wait_us(a->clock, a->rank + 1);
}

static int pattern_down(void *state, const struct op_args *a)
{
    (void)state;
    return wait_us(a->clock, a->size - a->rank);
}
