/* gauge.c: the table of gauges, and how readings are taken. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/gauge.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "lib/xmalloc.h"
#include "timers/bracket.h"
#include "timers/spin.h"

/* ---- steps of the clock -------------------------------------------------- */

/* Timed work takes at least this many clock steps: readings of two states,
 * which differ by 5 % or more, then differ by at least three steps. */
enum { LENGTH_STEPS = 60 };

/* Returns how often to repeat work that takes at least `shortest` seconds so
 * that the clock can measure it; not less than `least`. */
static int repetitions(const struct neighbours *n, double shortest, int least)
{
    return (int)fmax(least, ceil(LENGTH_STEPS * n->step / shortest));
}

/* ---- oneway: the current latency between two cores ----------------------- */

/* Lower bound for a cache line's round trip between two cores. */
static const double trip_shortest = 80e-9;

/* A reading is the minimum of `times` measurements of `trips` round trips. */
struct trips {
    int times, trips;
};

/* Returns the one-way time of the line in seconds: half a round trip. */
static double trips_time(struct line_side *s, int trips)
{
    int64_t start = raw_now();

    for (int i = 0; i < trips; i++)
        if (!trip_send(s))
            return NAN;
    return (double)(raw_now() - start) * 1e-9 / (2 * trips);
}

/* The first trip is not timed: it waits for the other side to arrive. */
static double oneway_first(struct pair *p, struct line_side *s, void *context)
{
    const struct trips *t = context;
    double least = trip_send(s) ? INFINITY : NAN;

    (void)p;
    for (int i = 0; i < t->times && !isnan(least); i++) {
        double time = trips_time(s, t->trips);

        least = isnan(time) ? NAN : fmin(least, time);
    }
    return least < LINE_SLOWEST ? least : NAN;
}

static double oneway_second(struct pair *p, struct line_side *s, void *context)
{
    const struct trips *t = context;

    (void)p;
    for (int i = 0; i < 1 + t->times * t->trips; i++)
        if (!trip_return(s))
            return NAN;
    return 0;
}

/* A reading took 2 to 8 microseconds on one machine. */
static double oneway_read(struct neighbours *n)
{
    return neighbours_time(
        n, oneway_first, oneway_second,
        &(struct trips){1, repetitions(n, trip_shortest, 16)});
}

static double oneway_short(struct neighbours *n)
{
    return neighbours_time(
        n, oneway_first, oneway_second,
        &(struct trips){3, repetitions(n, trip_shortest, 2)});
}

const struct gauge gauge_oneway = {
    .kind = &gauge_kinds[GAUGE_ONEWAY],
    .work = "a cache line to the next rank",
    .read = oneway_read,
    .read_short = oneway_short,
};

/* ---- copy: reading what the neighbouring rank has just written ----------- */

/* Writes the block, then waits until the other side has copied it. */
static double block_write(struct pair *p, struct line_side *s, void *context)
{
    const struct neighbours *n = context;

    memset(p->block, (int)(n->meetings & 0xff), sizeof(p->block));
    return trip_send(s) ? 0 : NAN;
}

static double block_copy(struct pair *p, struct line_side *s, void *context)
{
    struct neighbours *n = context;
    int64_t start, end;

    if (!line_await(s, ++s->number))
        return NAN;
    start = raw_now();
    memcpy(n->copy, p->block, sizeof(p->block));
    end = raw_now();
    line_write(s, s->number);
    return (double)(end - start) * 1e-9;
}

static double copy_read(struct neighbours *n)
{
    return neighbours_time(n, block_write, block_copy, n);
}

const struct gauge gauge_copy = {
    .kind = &gauge_kinds[GAUGE_COPY],
    .read = copy_read,
};

/* ---- spin: the cores' frequency, with all ranks of the node busy --------- */

enum {
    STEPS = 4096, /* 24,576 operations */
    SHORT_READINGS = 8,
    SHORT_STEPS = 256, /* steps in each read_short */
};

/* Lower bound for the time of a step of spin(). */
static const double step_shortest = 1e-9;

static double steps_time(int steps)
{
    int64_t start = raw_now();

    spin(steps);
    return (double)(raw_now() - start) * 1e-9;
}

static double spin_read(struct neighbours *n)
{
    return n->pairs != NULL ? steps_time(STEPS) : 0;
}

/* Returns the time of SHORT_STEPS steps, even if another number was timed. */
static double spin_short(struct neighbours *n)
{
    int steps = repetitions(n, step_shortest, SHORT_STEPS);
    double least = INFINITY;

    if (n->pairs == NULL)
        return 0;
    for (int i = 0; i < SHORT_READINGS; i++)
        least = fmin(least, steps_time(steps));
    return least * SHORT_STEPS / steps;
}

static const struct gauge gauge_spin = {
    .kind = &gauge_kinds[GAUGE_SPIN],
    .work = "a fixed computation",
    .alone = true,
    .read = spin_read,
    .read_short = spin_short,
};

/* ---- the table, and taking readings -------------------------------------- */

enum {
    READINGS = 101,         /* number of readings; the result is their median */
    ATTEMPTS = 3,           /* maximum, if two ranks start on one core */
    PAUSE_NS = 2000000,     /* pause between attempts: the scheduler can move a
                               rank */
    PATIENCE_NS = 50000000, /* time limit for all readings of an attempt */
};

const struct gauge *const gauges[GAUGE_KINDS + 1] = {
    [GAUGE_ONEWAY] = &gauge_oneway,
    [GAUGE_SPIN] = &gauge_spin,
    [GAUGE_COPY] = &gauge_copy,
};

double readings_median(double *x, int n)
{
    size_t times = 0;

    for (int i = 0; i < n; i++)
        if (x[i] > 0) /* false for NAN */
            x[times++] = x[i];
    return times > 0 ? gsl_stats_median(x, 1, times) : NAN;
}

/* Takes the readings on all ranks, which start together. A reading is 0 if a
 * neighbour did not answer. *missed becomes 1 if this happened in the last
 * reading, else 0. */
static int readings_take(const struct gauge *g, struct neighbours *n,
                         MPI_Comm comm, double *mine, int *missed)
{
    int rc = MPI_Barrier(comm);

    n->deadline = raw_now() + PATIENCE_NS;
    for (int i = 0; i < READINGS; i++) {
        mine[i] = g->read(n);
        *missed = isnan(mine[i]);
        if (*missed) /* MPI_MAX is not defined for NAN */
            mine[i] = 0;
    }
    return rc;
}

/* Sets *own to the median of this rank's readings and, on rank 0, *slowest to
 * the median, over the readings, of the slowest rank's time. */
static int gauge_measure(const struct gauge *g, struct neighbours *n,
                         MPI_Comm comm, double *own, double *slowest)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    double mine[READINGS], largest[READINGS] = {0};
    int rc = MPI_SUCCESS, again = 1;

    for (int i = 0; i < ATTEMPTS && again && rc == MPI_SUCCESS; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        rc = readings_take(g, n, comm, mine, &again);
        if (rc == MPI_SUCCESS)
            rc = MPI_Allreduce(MPI_IN_PLACE, &again, 1, MPI_INT, MPI_LOR, comm);
    }
    if (rc == MPI_SUCCESS)
        rc = MPI_Reduce(mine, largest, READINGS, MPI_DOUBLE, MPI_MAX, 0, comm);
    *own = readings_median(mine, READINGS);
    *slowest = readings_median(largest, READINGS);
    return rc;
}

static int gauge_gather(MPI_Comm comm, double own, struct gauge_range *range)
{
    double *all;
    int size, rc;

    *range = (struct gauge_range){NAN, NAN, NAN, 0};
    MPI_Comm_size(comm, &size);
    all = xcalloc((size_t)size, sizeof(*all));
    rc = MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, comm);
    for (int i = 1; i < size; i++)
        if (all[i] > all[range->slowest])
            range->slowest = i;
    range->median = readings_median(all, size);
    for (int i = 0; i < size && all[i] > 0; i++) { /* times are at the front */
        range->min = fmin(range->min, all[i]);
        range->max = fmax(range->max, all[i]);
    }
    free(all);
    return rc;
}

int gauge_compare(const struct gauge *g, struct neighbours *n, MPI_Comm comm,
                  struct gauge_range *range)
{
    double own, slowest;
    int rc = gauge_measure(g, n, comm, &own, &slowest);

    return rc == MPI_SUCCESS ? gauge_gather(comm, own, range) : rc;
}

double gauges_read_short(struct neighbours *n, double patience,
                         double level[GAUGE_KINDS])
{
    int64_t begun = raw_now();

    n->deadline = begun + (int64_t)(patience * 1e9);
    for (int i = 0; i < GAUGE_KINDS; i++)
        level[i] = gauges[i]->read_short != NULL ? gauges[i]->read_short(n) : 0;
    return (double)(raw_now() - begun) * 1e-9;
}

int gauges_measure(struct neighbours *n, MPI_Comm comm,
                   double slowest[GAUGE_KINDS], struct gauge_range *oneway)
{
    double own;
    int rc = MPI_SUCCESS;

    for (int i = 0; i < GAUGE_KINDS && n->size > 0 && rc == MPI_SUCCESS; i++) {
        rc = gauge_measure(gauges[i], n, comm, &own, &slowest[i]);
        if (rc == MPI_SUCCESS && oneway != NULL && gauges[i] == &gauge_oneway)
            rc = gauge_gather(comm, own, oneway);
    }
    return rc;
}
