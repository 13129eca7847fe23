/* waitpattern.c: operations whose time is known, to prove the measurement. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * SKaMPI's patterns as the MPIPerf paper uses them (section 5.1). The waits
 * spin on the timer under test, so they prove the common start and the cost
 * of a reading, not the timer's rate.
 *
 * The whole operation, its own clock readings included, takes the time it
 * says: it begins one reading before its first time stamp, and the last one
 * is on average half a reading past the deadline.
 */
#include "ops/op.h"

static op_run_fn pattern_null, pattern_up, pattern_down;

const struct op op_waitpattern_null = {
    .name = "waitpattern-null",
    .help = "one reading of the timer: 0 us expected",
    .flags = OP_NODATA,
    .run = pattern_null,
};

const struct op op_waitpattern_up = {
    .name = "waitpattern-up",
    .help = "rank i waits i+1 us: as many us as ranks expected",
    .flags = OP_NODATA,
    .run = pattern_up,
};

const struct op op_waitpattern_down = {
    .name = "waitpattern-down",
    .help = "rank i waits n-i us: as many us as ranks expected",
    .flags = OP_NODATA,
    .run = pattern_down,
};

static int wait_us(const struct clock *clock, int us)
{
    double rest = us * 1e-6 - 1.5 * clock->read_cost;

    clock_wait(clock, clock_read(clock) + clock_ticks(clock, rest));
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
