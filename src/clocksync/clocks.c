/* clocks.c: this rank's model of the global clock, renewed within a budget. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "clocksync/clocks.h"

#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"

static const double interval_first = 1, interval_max = 60;
/* An interval is at most this many times the age of the old models, because a
 * slope is trusted only for as long as its measurement took. */
static const double growth = 1.5;
/* An interval is at least this many times the cost of a renewal. */
static const double cost_share = 20;
/* Maximum points and seconds of a renewal; it needs only an offset. */
enum { POINTS_SHORT = 8 };
static const double span_short = 0.05;

double clocks_interval(double budget, double age, double jump, double cost)
{
    double next = age * fmin(growth, budget / fmax(jump, budget / growth));

    return fmax(fmin(next, interval_max), cost_share * cost);
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
        .interval = fmax(interval_first, info->cost),
        .taken = now,
        .renewed = now,
        .jump = NAN,
    };
    history_add(&c->history, &c->model);
}

void clocks_close(struct clocks *c)
{
    free(c->models);
    c->models = NULL;
}

bool clocks_stale(const struct clocks *c, const struct clock *clock, bool all)
{
    double now = clock_seconds(clock, clock_read(clock));

    if (c->config.each_case)
        return all && !c->shared;
    return !c->shared && now - (all ? c->taken : c->renewed) > c->interval;
}

double clocks_residual(const struct clocks *c)
{
    double worst = NAN;

    for (int i = 0; i < c->nmodels; i++)
        worst =
            fmax(worst, fabs(c->models[i].residual)); /* fmax() ignores NAN */
    return worst;
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
    return MPI_Gather(&c->model, CLOCK_MODEL_DOUBLES, MPI_DOUBLE, c->models,
                      CLOCK_MODEL_DOUBLES, MPI_DOUBLE, 0, comm);
}

static struct clocksync_config config_short(const struct clocks *c)
{
    struct clocksync_config brief = c->config;

    if (c->config.each_case) /* this one needs the slope, too */
        return brief;
    if (brief.points > POINTS_SHORT)
        brief.points = POINTS_SHORT;
    brief.span = fmin(brief.span, span_short);
    return brief;
}

/* Replaces the model by a new one. Sets *local to the current local time, and
 * *jump to the difference between the two models at that time. */
static int model_renew(struct clocks *c, MPI_Comm comm,
                       const struct clock *clock, double *local, double *jump)
{
    struct clocksync_config brief = config_short(c);
    struct clock_model fresh, made;
    int rc = clocksync_run(c->sync, comm, clock, &brief, &fresh, &c->info);

    if (rc != MPI_SUCCESS)
        return rc;
    *local = clock_seconds(clock, clock_read(clock));
    made = fresh;
    if (!c->config.each_case)
        history_add(&c->history, &made);
    made.residual +=
        clock_to_global(&fresh, *local) - clock_to_global(&made, *local);
    *jump = fabs(clock_to_global(&made, *local) -
                 clock_to_global(&c->model, *local));
    c->model = made;
    return rc;
}

int clocks_renew(struct clocks *c, MPI_Comm comm, const struct clock *clock,
                 bool all)
{
    double local, worst[2];
    int rc = model_renew(c, comm, clock, &local, &worst[0]);

    if (rc != MPI_SUCCESS)
        return rc;
    worst[1] = local - c->renewed;
    rc = MPI_Allreduce(MPI_IN_PLACE, worst, 2, MPI_DOUBLE, MPI_MAX, comm);
    c->jump = worst[0];
    c->interval =
        clocks_interval(c->config.budget, worst[1], c->jump, c->info.cost);
    c->renewed = local;
    if (all)
        c->taken = local;
    c->renewals++;
    return rc == MPI_SUCCESS ? models_gather(c, comm) : rc;
}
