/* clocksync.c: the table of methods; runs and checks one of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/clocksync.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include "clocksync/methods.h"

const struct clocksync *const clocksync_table[] = {
    &clocksync_auto, &clocksync_linear, &clocksync_ring,
    &clocksync_hca3, &clocksync_none,   NULL,
};

static const struct param clocksync_rows[] = {
    PARAM_ROW("d", struct clocksync_config, d, INTEGER, "100",
              "two ranks compare clocks until this many exchanges in a row "
              "give no smaller round trip",
              .least = 1, .most = INT_MAX),
    PARAM_ROW("points", struct clocksync_config, points, INTEGER, "32",
              "hca3: number of offsets to which the drift of a pair is "
              "fitted (2 to 10000)",
              .least = 2, .most = 10000),
    PARAM_ROW("span", struct clocksync_config, span, REAL, "1",
              "hca3: seconds over which these offsets are spread (0 < span "
              "<= 100)",
              .most = 100, .open = PARAM_ABOVE_LEAST),
    PARAM_ROW("budget", struct clocksync_config, budget, REAL, "1e-6",
              "clocks are compared again when their error may have reached "
              "this many seconds (0 < budget <= 100)",
              .most = 100, .open = PARAM_ABOVE_LEAST),
    {0},
};

const struct param_table clocksync_params =
    PARAM_TABLE("clocksync", clocksync_rows, struct clocksync_config);

/* Runs the method and sets info->cost to the time on the slowest rank. */
static int sync_timed(const struct clocksync *cs, MPI_Comm comm,
                      const struct clock *clock,
                      const struct clocksync_config *config,
                      struct clock_model *model, struct clocksync_info *info)
{
    ticks_t start = clock_read(clock);
    int rc = cs->sync(comm, clock, config, model, info);

    info->cost = clock_seconds(clock, clock_read(clock) - start);
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Allreduce(MPI_IN_PLACE, &info->cost, 1, MPI_DOUBLE, MPI_MAX,
                         comm);
}

int clocksync_run(const struct clocksync *cs, MPI_Comm comm,
                  const struct clock *clock,
                  const struct clocksync_config *config,
                  struct clock_model *model, struct clocksync_info *info)
{
    struct clocksync_info found = {.closure = NAN, .chosen = cs->name};
    struct clock_model m;
    int rc;

    rc = sync_timed(cs, comm, clock, config, &m, &found);
    m.residual = 0;
    if (rc == MPI_SUCCESS && clock->timer->scope != TIMER_GLOBAL)
        rc = residual_measure(comm, clock, config->d, &m);
    if (rc != MPI_SUCCESS)
        return rc;
    *model = m;
    *info = found;
    return MPI_SUCCESS;
}
