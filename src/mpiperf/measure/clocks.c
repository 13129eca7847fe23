/* clocks.c: this rank's model of the global clock, renewed on a budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/measure/clocks.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

enum { MODEL_DOUBLES = sizeof(struct clock_model) / sizeof(double) };

static const double interval_first = 1, interval_max = 60;
/* An interval is no more than so many times the age it was judged by, ... */
static const double growth = 2;
/* ... and so many times what a renewal costs. */
static const double cost_share = 20;

double clocks_interval(double budget, double age, double jump, double cost)
{
    double next = age * fmin(growth, budget / fmax(jump, budget / growth));

    return fmin(fmax(next, cost_share * cost), interval_max);
}

void clocks_open(struct clocks *c, const struct clock *clock,
                 const struct clock_model *model, const struct clocksync *sync,
                 const struct clocksync_config *config,
                 const struct clocksync_info *info)
{
    const struct clocksync *chosen = clocksync_find(info->chosen);
    double now = clock_seconds(clock, clock_read(clock));

    *c = (struct clocks){
        .model = *model,
        .sync = chosen != NULL ? chosen : sync,
        .config = *config,
        .info = *info,
        .shared = chosen == clocksync_find("none"),
        .interval = fmax(interval_first, cost_share * info->cost),
        .taken = now,
        .renewed = now,
        .jump = NAN,
    };
}

void clocks_close(struct clocks *c)
{
    free(c->models);
    c->models = NULL;
}

bool clocks_stale(const struct clocks *c, const struct clock *clock, bool all)
{
    double now = clock_seconds(clock, clock_read(clock));

    return !c->shared && now - (all ? c->taken : c->renewed) > c->interval;
}

static int models_gather(struct clocks *c, MPI_Comm comm)
{
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) {
        c->models = xreallocarray(c->models, (size_t)size, sizeof(*c->models));
        c->nmodels = size;
    }
    return MPI_Gather(&c->model, MODEL_DOUBLES, MPI_DOUBLE, c->models,
                      MODEL_DOUBLES, MPI_DOUBLE, 0, comm);
}

int clocks_renew(struct clocks *c, MPI_Comm comm, const struct clock *clock,
                 bool all)
{
    struct clock_model old = c->model;
    double local, worst[2];
    int rc = clocksync_run(c->sync, comm, clock, &c->config, &c->model,
                           &c->info);

    if (rc != MPI_SUCCESS)
        return rc;
    local = clock_seconds(clock, clock_read(clock));
    worst[0] =
        fabs(clock_to_global(&c->model, local) - clock_to_global(&old, local));
    worst[1] = local - old.epoch;
    rc = MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPI_DOUBLE, MPI_MAX, comm);
    c->jump = worst[0];
    c->interval = clocks_interval(c->config.budget, worst[1], c->jump,
                                  c->info.cost);
    c->renewed = local;
    if (all)
        c->taken = local;
    c->renewals++;
    return rc == MPI_SUCCESS ? models_gather(c, comm) : rc;
}
