/* runinfo.c: collects facts on machine, ranks and clocks at a run's start. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "machine/runinfo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "machine/launcher.h"
#include "machine/machine.h"
#include "machine/parameters.h"
#include "machine/placement.h"
#include "machine/timercheck.h"
#include "machine/transport.h"
#include "machine/warn.h"
#include "mpi/nodes.h"
#include "mpi/simulated.h"

static void step(const struct startup *start, const char *what)
{
    if (start->step != NULL)
        start->step(start->arg, what);
}

static int sync_clocks(struct runinfo *ri, const struct placement *p,
                       const struct clock_choice *c)
{
    int rc;

    ri->clocksync = c->clocksync;
    rc = clocksync_run(c->clocksync, p->comm, &ri->clock, &c->sync, &ri->model,
                       &ri->sync_info);
    if (rc != MPI_SUCCESS)
        return rc;
    if (p->rank == 0)
        ri->models = xcalloc((size_t)p->n, sizeof(*ri->models));
    return MPI_Gather(&ri->model, CLOCK_MODEL_DOUBLES, MPI_DOUBLE, ri->models,
                      CLOCK_MODEL_DOUBLES, MPI_DOUBLE, 0, p->comm);
}

/* Collects what must be known before choosing a timer. Returns an MPI error
 * code. */
static int machine_inspect(struct runinfo *ri, const struct placement *p,
                           const struct timer *wanted,
                           const struct startup *start)
{
    int rc = placement_describe(ri, p, start->init);

    step(start, "judging the timers");
    if (rc == MPI_SUCCESS)
        rc = timercheck_open(ri, p, wanted);
    if (rc == MPI_SUCCESS)
        rc = timercheck_quality(ri, p);
    step(start, "comparing the timers of cores");
    /* a simulated rank has no neighbours on its processor */
    if (rc == MPI_SUCCESS && !time_is_simulated())
        rc = neighbours_open(&ri->neighbours, p->node);
    if (rc == MPI_SUCCESS)
        rc = timercheck_cores(ri, p);
    step(start, "reading the gauges");
    /* if ranks share CPUs, gauges would measure the scheduler */
    if (ri->oversubscribed || ri->shared_cpu)
        neighbours_close(&ri->neighbours);
    if (rc == MPI_SUCCESS)
        rc = gauges_measure(&ri->neighbours, p->comm, ri->gauge_start,
                            &ri->oneway);
    return rc;
}

/* Adds facts from the ranks: the CPU quota, and the governor of the lowest rank
 * whose governor is not "performance". */
static void ranks_set(struct runinfo *ri)
{
    const char *name = "";

    for (int i = ri->nranks - 1; i >= 0; i--)
        if (*name == '\0' ||
            (*ri->ranks[i].governor != '\0' &&
             strcmp(ri->ranks[i].governor, "performance") != 0))
            name = ri->ranks[i].governor;
    if (*name != '\0')
        json_object_set_new(ri->machine, "governor", json_text(name));
    if (isfinite(ri->quota))
        json_object_set_new(ri->machine, "cpu_quota", json_real(ri->quota));
}

/* Describes rank 0's machine, MPI library, program and settings. */
static void rank0_describe(struct runinfo *ri, const struct placement *p,
                           const struct startup *start)
{
    ri->machine = machine_describe();
    ranks_set(ri);
    ri->program = program_describe();
    ri->environment = environment_settings(environ);
    ri->parameters = parameters_describe(start->parameters, ri->environment);
    ri->warnings = warn_about(ri);
    ri->started_by = launcher_command(p->n, ri->argc, ri->argv);
}

/* Returns an MPI error code, or -1 with a malloced *cause. */
static int collect(struct runinfo *ri, const struct placement *p,
                   const struct clock_choice *c, const struct startup *start,
                   char **cause)
{
    /* only mpiperf itself writes a record of the run */
    bool recorded = start->argc > 0 && !time_is_simulated();
    int rc = machine_inspect(ri, p, c->timer, start);

    if (rc == MPI_SUCCESS &&
        timercheck_choose(ri, c->timer, c->any_timer, cause) != 0)
        return -1;
    step(start, "synchronizing the clocks");
    if (rc == MPI_SUCCESS)
        rc = sync_clocks(ri, p, c);
    step(start, "describing the machine");
    if (rc == MPI_SUCCESS && recorded)
        rc = transport_find(ri, p, start->listener);
    if (rc == MPI_SUCCESS && p->rank == 0)
        rank0_describe(ri, p, start);
    return rc;
}

int runinfo_collect(struct runinfo *ri, MPI_Comm comm,
                    const struct clock_choice *c, const struct startup *start,
                    char **cause)
{
    struct placement p;
    int rc = placement_open(&p, comm);

    *cause = NULL;
    *ri = (struct runinfo){
        .oneway = {NAN, NAN, NAN, 0},
        .null_overhead = NAN,
        .t_bcast = NAN,
        .argc = start->argc,
        .argv = start->argv,
    };
    for (int i = 0; i < GAUGE_KINDS; i++)
        ri->gauge_start[i] = ri->gauge_end[i] = NAN;
    if (rc == MPI_SUCCESS) {
        rc = collect(ri, &p, c, start, cause);
        placement_close(&p);
    }
    if (rc == MPI_SUCCESS)
        return 0;
    if (*cause == NULL)
        *cause = xprefix("starting", error_text(rc));
    runinfo_free(ri);
    return -1;
}

void runinfo_free(struct runinfo *ri)
{
    for (size_t i = 0; i < ri->ntimers; i++)
        free(ri->timers[i].refused);
    free(ri->timers);
    neighbours_close(&ri->neighbours);
    free(ri->timer_why);
    free(ri->started_by);
    free(ri->ranks);
    free(ri->models);
    free(ri->node_of);
    free(ri->switch_of);
    json_decref(ri->switches);
    json_decref(ri->warnings);
    json_decref(ri->machine);
    json_decref(ri->transport);
    json_decref(ri->environment);
    json_decref(ri->parameters);
    json_decref(ri->program);
    *ri = (struct runinfo){0};
}
