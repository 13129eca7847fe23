/* clocksync.c: the table of the methods, and how one is run and checked. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/clocksync.h"

#include <math.h>
#include <string.h>
#include "clocksync/methods.h"
#include "clocksync/residual.h"

const struct clocksync *const clocksync_table[] = {
    &clocksync_auto, &clocksync_linear, &clocksync_ring,
    &clocksync_hca3, &clocksync_none,   NULL,
};

const struct param clocksync_params[] = {
    [CLOCKSYNC_D] =
        {
            .name = "d",
            .def = "100",
            .help = "exchanges without a smaller round trip that end a pair's",
        },
    [CLOCKSYNC_POINTS] =
        {
            .name = "points",
            .def = "32",
            .help = "hca3: offsets that a pair's drift is fitted to (2 to "
                    "10000)",
        },
    [CLOCKSYNC_SPAN] =
        {
            .name = "span",
            .def = "1",
            .help = "hca3: seconds over which they are spread (0 < span <= "
                    "100)",
        },
    [CLOCKSYNC_BUDGET] =
        {
            .name = "budget",
            .def = "1e-6",
            .help = "seconds by which drift may make the clocks wrong before "
                    "they are compared again (0 < budget <= 100)",
        },
    {.name = NULL},
};

const struct clocksync *clocksync_find(const char *name)
{
    for (size_t i = 0; clocksync_table[i] != NULL; i++)
        if (strcmp(clocksync_table[i]->name, name) == 0)
            return clocksync_table[i];
    return NULL;
}

struct clock_model model_of_pair(const struct pair_offset *p)
{
    return (struct clock_model){
        .epoch = p->epoch,
        .offset = p->offset,
        .slope_bound = p->exchanges > 0 ? PAIR_MAX_DRIFT : 0,
        .uncertainty = pair_bound(p),
    };
}

double clock_slope_bound(const struct clock_model *m, double local)
{
    double away = fabs(local - m->epoch);

    return m->slope_bound + (m->slope_bound > 0 ? PAIR_MAX_RAMP * away : 0);
}

double clock_bound(const struct clock_model *m, double local)
{
    double away = fabs(local - m->epoch);

    return m->uncertainty +
           (m->slope_bound + clock_slope_bound(m, local)) / 2 * away;
}

/* The method, timed: *cost is the slowest rank's. */
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
