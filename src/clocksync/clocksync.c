/* clocksync.c: the table of methods; runs and checks one of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/clocksync.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include "clocksync/methods.h"
#include "clocksync/residual.h"

const struct clocksync *const clocksync_table[] = {
    &clocksync_auto, &clocksync_linear, &clocksync_ring,
    &clocksync_hca3, &clocksync_none,   NULL,
};

#define AT(member) .offset = offsetof(struct clocksync_config, member)

static const struct param clocksync_rows[] = {
    {.name = "d",
     .def = "100",
     .help = "exchanges without a smaller round trip that end a pair's",
     .type = PARAM_INTEGER,
     .least = 1,
     .most = INT_MAX,
     AT(d)},
    {.name = "points",
     .def = "32",
     .help = "hca3: offsets that a pair's drift is fitted to (2 to 10000)",
     .type = PARAM_INTEGER,
     .least = 2,
     .most = 10000,
     AT(points)},
    {.name = "span",
     .def = "1",
     .help = "hca3: seconds over which they are spread (0 < span <= 100)",
     .type = PARAM_REAL,
     .most = 100,
     .open = PARAM_ABOVE_LEAST,
     AT(span)},
    {.name = "budget",
     .def = "1e-6",
     .help = "seconds by which drift may make the clocks wrong before they are "
             "compared again (0 < budget <= 100)",
     .type = PARAM_REAL,
     .most = 100,
     .open = PARAM_ABOVE_LEAST,
     AT(budget)},
    {0},
};

const struct param_table clocksync_params = {
    .owner = "clocksync",
    .rows = clocksync_rows,
    .size = sizeof(struct clocksync_config),
};

/* Runs the method and sets info->cost to the slowest rank's time. */
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
