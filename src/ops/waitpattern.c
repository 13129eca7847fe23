/* waitpattern.c: operations of known duration, to validate measurements. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/digest.h"
#include "lib/xmalloc.h"
#include "ops/registry.h"
#include "timers/timer.h"

/*
 * SKaMPI's wait patterns, as used in the MPIPerf paper (section 5.1). A wait
 * spins on the timer of the measurement, so it validates the common start and
 * the cost of clock readings, but not the timer's rate.
 *
 * The whole operation, with its own clock readings, takes the stated time: it
 * begins one reading before its first time stamp, and its last reading ends on
 * average half a reading after the deadline. For this average, deadlines must
 * not always fall on the same point between two readings, or between two ticks
 * of the clock. So each deadline is moved by an amount derived from the time
 * stamp, up to half of the longer of these two intervals.
 *
 * A coarse clock shows the same time several times in a row, so a wait always
 * ends just after a tick: up to a tick too late, half a tick on average.
 */

static bool is_coarse(const struct clock *clock)
{
    return clock->step > 2 * clock->read_cost;
}

static int wait_us(const struct clock *clock, int us)
{
    ticks_t now = clock_read(clock);
    double share = scatter_share((uint64_t)now);
    double moved = (share - 0.5) * fmax(clock->read_cost, clock->step);
    double rest = us * 1e-6 - 1.5 * clock->read_cost - moved;
    double shift = 0;

    if (is_coarse(clock)) {
        rest -= clock->step / 2 + clock->read_cost;
        shift = scatter_share((uint64_t)now + 1);
    }
    clock_start(clock, now + (ticks_t)ceil(rest * clock->ticks_per_sec), shift);
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

/* The latest empty launch on this rank; it measures the overhead. */
struct pattern {
    op_run_fn *volatile run; /* not inlined, because operations are not */
    bool slowest;            /* this rank waits longest, so its time is the
                              * launch's time */
    double empty;            /* duration of the empty launch, seconds */
    uint64_t launches;
};

/* Times an empty launch like a real one: waits for a start time shortly ahead,
 * calls the function, and reads the clock. */
static int pattern_after(void *state, const struct op_args *a)
{
    const struct clock *clock = a->clock;
    struct pattern *p = state;
    ticks_t soon = clock_read(clock) + clock_ticks(clock, 4 * clock->read_cost);
    ticks_t t0 = clock_start(clock, soon, clock_shift(p->launches++)), t1;

    p->run(NULL, a);
    t1 = clock_read(clock);
    p->empty = clock_seconds(clock, t1 - t0);
    return MPI_SUCCESS;
}

static int pattern_open(void **state, struct op_args *a, char **cause)
{
    struct pattern *p = xcalloc(1, sizeof(*p));

    (void)cause;
    p->run = pattern_null;
    p->slowest = a->rank == (a->run == pattern_up ? a->size - 1 : 0);
    *state = p;
    return pattern_after(p, a);
}

static void pattern_close(void *state, struct op_args *a)
{
    (void)a;
    free(state);
}

enum { EMPTY };

/* Reports the overhead on the slowest rank, and 0 on other ranks. A launch has
 * the time of its slowest rank, and so that rank's overhead, not the maximum
 * over ranks. */
static void pattern_figures(void *state, const struct op_args *a, int64_t begin,
                            int64_t end, double *values)
{
    const struct pattern *p = state;

    (void)a, (void)begin, (void)end;
    values[EMPTY] = p->slowest ? p->empty : 0;
}

static double net(const struct figure_row *own,
                  const struct figure_row *baseline)
{
    (void)baseline;
    return own->mean - own->means[EMPTY];
}

static double net_se(const struct figure_row *own,
                     const struct figure_row *baseline)
{
    (void)baseline;
    return hypot(own->se, own->ses[EMPTY]);
}

static const struct figure pattern_table[] = {
    [EMPTY] = {"empty", "s",
               "overhead of the harness: an empty launch after each launch, on "
               "the rank that waits longest",
               .launch = true},
    {"net", "s", "mean of the launches minus mean of the empty launches",
     .derive = net},
    {"net_se", "s", "standard error of net, from both variances",
     .derive = net_se},
    {0},
};

#define PATTERN(text, of, fn, ...)                                             \
    &(const struct op)                                                         \
    {                                                                          \
        .name = text, .help = of, .flags = OP_NODATA, .call.run = fn,          \
        .life = {                                                              \
            __VA_ARGS__                                                        \
        }                                                                      \
    }
#define WAITS                                                                  \
    .open = pattern_open, .after = pattern_after, .close = pattern_close,      \
    .figures = pattern_table, .launch_figures = pattern_figures

const struct op *const waitpattern_ops[] = {
    PATTERN("waitpattern-null", "returns at once: the expected time is 0 us",
            pattern_null, .open = NULL),
    PATTERN("waitpattern-up",
            "rank i of n waits i+1 us: the expected time is n us", pattern_up,
            WAITS),
    PATTERN("waitpattern-down",
            "rank i of n waits n-i us: the expected time is n us", pattern_down,
            WAITS),
    NULL,
};

const struct op *const null_ops[] = {
    PATTERN("null",
            "does nothing: the time is the overhead of the "
            "measurement",
            pattern_null, .open = NULL),
    NULL,
};
