/* quality.c: tests whether timers are fit for use in the calling process. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "timers/quality.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "lib/xmalloc.h"
#include "mpi/simulated.h"
#include "timers/bracket.h"

enum {
    STEPS = 2000, /* number of steps to find the resolution */
    FEW_STEPS = 100,
    STEPS_NS = 10 * 1000000, /* time limit for these steps */
    BATCHES = 101, /* batches of readings; their median gives the cost of a
                    * reading */
    BATCH_READS = 64,
    SIMULATED_BATCHES = 1, /* in a simulator, all readings take equally long */
};

static int cost_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Steps between consecutive readings. */
struct steps {
    ticks_t smallest; /* 0 if there was none */
    bool equal;       /* some readings were equal */
    bool backwards;   /* a reading was smaller than the previous one */
};

/* Observes about n steps of the timer. */
static struct steps steps_of(const struct clock *c, int n)
{
    int64_t limit = raw_now() + STEPS_NS;
    ticks_t last = clock_read(c);
    struct steps out = {0};

    while (n > 0 && raw_now() < limit) {
        for (int i = 0; i < BATCH_READS; i++) {
            ticks_t now = clock_read(c), step = now - last;

            last = now;
            out.backwards |= step < 0;
            out.equal |= step == 0;
            if (step <= 0)
                continue;
            if (out.smallest == 0 || step < out.smallest)
                out.smallest = step;
            n--;
        }
    }
    return out;
}

double timer_resolution(const struct clock *c)
{
    struct steps steps = steps_of(c, FEW_STEPS);

    return clock_seconds(c, steps.smallest > 0 ? steps.smallest : 1);
}

double raw_step(void)
{
    static const struct timer raw = {.read = raw_now};
    struct clock clock = {.timer = &raw, .ticks_per_sec = 1e9};
    struct steps steps;

    if (time_is_simulated())
        return 0;
    steps = steps_of(&clock, FEW_STEPS);
    return steps.equal ? clock_seconds(&clock, steps.smallest) : 0;
}

static double read_cost(const struct clock *c)
{
    double cost[BATCHES] = {0};
    int batches = time_is_simulated() ? SIMULATED_BATCHES : BATCHES;

    for (int b = 0; b < batches; b++) {
        int64_t t0 = raw_now();

        for (int i = 0; i < BATCH_READS; i++)
            clock_read(c);
        cost[b] = (double)(raw_now() - t0) * 1e-9 / BATCH_READS;
    }
    qsort(cost, (size_t)batches, sizeof(cost[0]), cost_compare);
    return cost[batches / 2];
}

/* Measures the resolution and cost of a timer's readings, and checks their
 * order. */
static void quality_of_reading(const struct clock *c, struct timer_quality *q)
{
    struct steps steps;

    q->read_cost = read_cost(c);
    steps = steps_of(c, time_is_simulated() ? FEW_STEPS : STEPS);
    q->resolution = steps.smallest > 0 ? clock_seconds(c, steps.smallest) : NAN;
    q->monotonic = !steps.backwards;
    q->rate_ppm = NAN;
}

static void sleep_seconds(double seconds)
{
    struct timespec left = {
        .tv_sec = (time_t)seconds,
        .tv_nsec = (long)((seconds - floor(seconds)) * 1e9),
    };

    while (nanosleep(&left, &left) != 0 && errno == EINTR)
        ;
}

void timer_quality(const struct clock *clocks, size_t n, double seconds,
                   struct timer_quality *q)
{
    struct bracket *from = xcalloc(n, sizeof(*from));

    for (size_t i = 0; i < n; i++)
        quality_of_reading(&clocks[i], &q[i]);
    for (size_t i = 0; i < n; i++)
        from[i] = bracket_take(clocks[i].timer->read);
    sleep_seconds(seconds);
    for (size_t i = 0; i < n; i++) {
        struct bracket to = bracket_take(clocks[i].timer->read);
        double rate = bracket_rate(&from[i], &to);

        q[i].rate_ppm = (rate / clocks[i].ticks_per_sec - 1) * 1e6;
        if (to.ticks < from[i].ticks)
            q[i].monotonic = 0;
    }
    free(from);
}

const char *timer_unfit(const struct timer_quality *q)
{
    if (!q->monotonic)
        return "it went backwards";
    if (!isfinite(q->resolution))
        return "it stands still";
    if (!(fabs(q->rate_ppm) <= TIMER_MAX_RATE_PPM))
        return "its rate is more than 200 ppm off CLOCK_MONOTONIC_RAW";
    return NULL;
}
