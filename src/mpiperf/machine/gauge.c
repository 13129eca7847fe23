/* gauge.c: the table of the gauges, and how they are read. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/machine/gauge.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "lib/xmalloc.h"
#include "timers/bracket.h"

enum {
    READINGS = 101,         /* of which the median is taken */
    ATTEMPTS = 3,           /* at most, where two ranks share a core at first */
    PAUSE_NS = 2000000,     /* between them, for the scheduler to part them */
    PATIENCE_NS = 50000000, /* for all readings of an attempt together */
};

const struct gauge *const gauges[GAUGES + 1] = {
    &gauge_oneway,
    &gauge_copy,
    &gauge_spin,
    NULL,
};

double readings_median(double *x, int n)
{
    size_t times = 0;

    for (int i = 0; i < n; i++)
        if (x[i] > 0) /* false for NAN */
            x[times++] = x[i];
    return times > 0 ? gsl_stats_median(x, 1, times) : NAN;
}

/* The largest of all ranks' readings, each by itself, on rank 0. What MPI_MAX
 * makes of NAN is not defined. */
static int readings_reduce(MPI_Comm comm, const double *mine, double *largest)
{
    double times[READINGS];

    for (int i = 0; i < READINGS; i++)
        times[i] = isnan(mine[i]) ? 0 : mine[i];
    return MPI_Reduce(times, largest, READINGS, MPI_DOUBLE, MPI_MAX, 0, comm);
}

/* Begins on all ranks together. */
static int readings_take(const struct gauge *g, struct neighbours *n,
                         MPI_Comm comm, double *mine)
{
    int rc = MPI_Barrier(comm);

    n->deadline = raw_now() + PATIENCE_NS;
    for (int i = 0; i < READINGS; i++)
        mine[i] = g->read(n);
    return rc;
}

int gauge_measure(const struct gauge *g, struct neighbours *n, MPI_Comm comm,
                  double *own, double *slowest)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NS};
    double mine[READINGS], largest[READINGS] = {0};
    int rc = MPI_SUCCESS, again = 1;

    for (int i = 0; i < ATTEMPTS && again && rc == MPI_SUCCESS; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        rc = readings_take(g, n, comm, mine);
        again = isnan(mine[READINGS - 1]);
        if (rc == MPI_SUCCESS)
            rc = MPI_Allreduce(MPI_IN_PLACE, &again, 1, MPI_INT, MPI_LOR, comm);
    }
    if (rc == MPI_SUCCESS)
        rc = readings_reduce(comm, mine, largest);
    *own = readings_median(mine, READINGS);
    *slowest = readings_median(largest, READINGS);
    return rc;
}

int gauge_gather(MPI_Comm comm, double own, struct gauge_range *range)
{
    double *all;
    int size, rc;

    *range = (struct gauge_range){NAN, NAN, NAN};
    MPI_Comm_size(comm, &size);
    all = xcalloc((size_t)size, sizeof(*all));
    rc = MPI_Gather(&own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, comm);
    range->median = readings_median(all, size);
    for (int i = 0; i < size && all[i] > 0; i++) { /* the times come first */
        range->min = fmin(range->min, all[i]);
        range->max = fmax(range->max, all[i]);
    }
    free(all);
    return rc;
}

double gauges_glance(struct neighbours *n, double patience,
                     double level[GAUGES])
{
    int64_t begun = raw_now();

    n->deadline = begun + (int64_t)(patience * 1e9);
    for (int i = 0; i < GAUGES; i++)
        level[i] = gauges[i]->glance != NULL ? gauges[i]->glance(n) : 0;
    return (double)(raw_now() - begun) * 1e-9;
}

int gauges_measure(struct neighbours *n, MPI_Comm comm, double slowest[GAUGES])
{
    double own;
    int rc = MPI_SUCCESS;

    for (int i = 0; i < GAUGES && n->size > 0 && rc == MPI_SUCCESS; i++)
        rc = gauge_measure(gauges[i], n, comm, &own, &slowest[i]);
    return rc;
}
