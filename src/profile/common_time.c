/* common_time.c: this rank's clock, and a time common to all ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/common_time.h"

#include <math.h>
#include <unistd.h>

#include "clocksync/methods.h"
#include "timers/timers.h"

struct common_time common_time;

/* Timers that need a few nanoseconds, the fastest first. The last one can
 * always be opened. */
static const struct timer *const timers[] = {&timer_tsc_loose, &timer_cntvct,
                                             &timer_monotonic};
enum { TIMERS = sizeof(timers) / sizeof(timers[0]) };

/* Each comparison needs the clocks' offsets at one moment only, so hca3 may
 * estimate the drift imprecisely in a short time. With several points, hca3
 * ignores delayed ones. */
static const struct clocksync_config brief = {
    .d = 30, .points = 8, .span = 0.02};

/* Opens the first timer that can be opened. A node's lowest rank decides on the
 * timer and its rate: if its ranks used different rates, their common clock
 * would seem to drift. */
static int clock_agree(MPI_Comm comm, MPI_Comm node)
{
    struct {
        double ticks_per_sec;
        int64_t first, timer;
    } found = {0};
    struct common_time *t = &common_time;
    const char *cause;
    int rank, size, all, rc;

    PMPI_Comm_rank(node, &rank);
    PMPI_Comm_size(node, &size);
    if (rank == 0) {
        PMPI_Comm_rank(comm, &all);
        found.first = all;
        while (clock_open(&t->clock, timers[found.timer], &cause) != 0 &&
               found.timer < TIMERS - 1)
            found.timer++;
        found.ticks_per_sec = t->clock.ticks_per_sec;
    }
    rc = PMPI_Bcast(&found, sizeof(found), MPI_BYTE, 0, node);
    t->clock.timer = timers[found.timer];
    t->clock.ticks_per_sec = found.ticks_per_sec;
    t->first = (int)found.first;
    PMPI_Comm_size(comm, &all);
    t->compared = size < all || size <= sysconf(_SC_NPROCESSORS_ONLN);
    return rc;
}

/* Compares the clocks; k is 0 for the first comparison, 1 for the second. */
static int compare(MPI_Comm comm, int k)
{
    struct common_time *t = &common_time;
    struct clocksync_info info = {0};
    struct clock_model model = {0};
    double local, bound;
    int rc = MPI_SUCCESS;

    if (t->compared)
        rc = clocksync_auto.sync(comm, &t->clock, &brief, &model, &info);
    t->at[k] = time_now();
    t->common[k] = local = clock_seconds(&t->clock, t->at[k]);
    if (rc != MPI_SUCCESS || !t->compared)
        return rc;
    t->common[k] = clock_to_global(&model, local);
    bound = clock_bound(&model, local);
    bound = fmax(t->bound, isnan(bound) ? 0 : bound);
    return PMPI_Allreduce(&bound, &t->bound, 1, MPI_DOUBLE, MPI_MAX, comm);
}

int time_begin(MPI_Comm comm)
{
    MPI_Comm node;
    int rc = PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                                  &node);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = clock_agree(comm, node);
    PMPI_Comm_free(&node);
    return rc == MPI_SUCCESS ? compare(comm, 0) : rc;
}

int time_end(MPI_Comm comm)
{
    struct common_time *t = &common_time;
    double zero = t->common[0];
    int rc = compare(comm, 1);

    if (rc == MPI_SUCCESS)
        rc = PMPI_Bcast(&zero, 1, MPI_DOUBLE, 0, comm);
    t->common[0] -= zero;
    t->common[1] -= zero;
    return rc;
}

double time_seconds(ticks_t ticks)
{
    return clock_seconds(&common_time.clock, ticks);
}

double time_common(ticks_t reading)
{
    const struct common_time *t = &common_time;
    double rate = (t->common[1] - t->common[0]) / (double)(t->at[1] - t->at[0]);

    return t->common[0] + (double)(reading - t->at[0]) * rate;
}
