/* run.c: open outputs, look at the machine, measure, close outputs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/run.h"

#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/check/check.h"
#include "mpiperf/status.h"

/* Outputs are opened before anything is measured: a path that can't be
 * written is a usage error. */
static int outputs_open(struct run *run)
{
    struct plan plan;
    char *cause = NULL;
    int rc = 0;

    plan_build(&plan, run->o, run->size);
    if (run->rank == 0)
        rc = report_open(&run->report, run->o, &cause);
    if (run->rank == 0 && rc == 0 && run->o->resume)
        rc = resume_open(&run->resume, &run->report, &plan, &cause);
    plan_free(&plan);
    rc = status_agree(rc != 0);
    if (rc != 0)
        cause_print(cause);
    return rc == 0 ? EXIT_DONE : EXIT_USAGE;
}

static int outputs_close(struct run *run, int status)
{
    char *cause = NULL;
    int rc = 0;

    if (run->rank == 0) {
        progress_end(&run->progress);
        rc = report_close(&run->report,
                          status == EXIT_DONE ? "complete" : "failed", &cause);
    }
    rc = status_agree(rc != 0);
    if (rc != 0)
        cause_print(cause);
    return rc != 0 && status == EXIT_DONE ? EXIT_FAILED : status;
}

/* Where ranks have cores of their own; else there is nothing to measure. */
static int distance_start(struct run *run)
{
    if (run->info.neighbours.size == 0 || run->o->check)
        return MPI_SUCCESS;
    run->harness.distance = &run->distance;
    return distance_open(&run->distance, run->harness.comm,
                         &run->info.neighbours);
}

/* Gauges are read around passes where rank 0 says that they can be. */
static int watch_start(struct run *run)
{
    bool watched = runinfo_is_watched(&run->info) && !run->o->check &&
                   !run->o->how.paper && !run->o->no_watch;
    int rc = MPI_Bcast(&watched, 1, MPI_C_BOOL, 0, run->comm);

    if (watched)
        run->harness.neighbours = &run->info.neighbours;
    return rc;
}

/* Clocks, machine, and what the harness itself costs. */
static int harness_start(struct run *run, int argc, char **argv)
{
    struct runinfo *info = &run->info;
    char *cause = NULL;
    int rc =
        runinfo_collect(info, run->comm, &run->o->clocks, argc, argv, &cause);

    if (status_agree(rc != 0) != 0) {
        cause_print(cause);
        return EXIT_FAILED;
    }
    clocks_open(&run->clocks, &info->clock, &info->model, info->clocksync,
                &run->o->clocks.sync, &info->sync_info);
    rc = harness_open(&run->harness, run->comm, &info->clock, &run->clocks,
                      info->quality.read_cost, info->quality.resolution);
    if (rc == MPI_SUCCESS)
        rc = distance_start(run);
    if (rc == MPI_SUCCESS)
        rc = watch_start(run);
    if (status_agree(rc != MPI_SUCCESS) != 0) {
        cause_print(xstrdup("cannot set up the harness"));
        return EXIT_FAILED;
    }
    run->harness.oversubscribed = info->oversubscribed;
    run->harness.arena = &run->arena;
    harness_calibrate(&run->harness);
    info->t_bcast = run->harness.t_bcast;
    info->null_overhead = run->harness.null_overhead;
    return EXIT_DONE;
}

static int measure_all(struct run *run)
{
    struct plan plan;
    char *cause = NULL;
    int status = EXIT_DONE;

    plan_build(&plan, run->o, run->size);
    if (run->rank == 0) {
        if (report_begin(&run->report, &run->info, &cause) != 0)
            status = EXIT_USAGE; /* nothing has been measured yet */
        progress_start(&run->progress, run->o->progress, plan.n);
    }
    status = status_agree(status);
    if (status != EXIT_DONE)
        cause_print(cause);
    else
        status = cases_run(run, &plan);
    plan_free(&plan);
    return status;
}

/* Cases were measured, and there is nothing to show for it. */
static int figures_check(struct run *run, int status)
{
    const struct options *o = run->o;
    const struct report *r = &run->report;
    bool none = run->rank == 0 && status == EXIT_DONE && r->cases > 0 &&
                r->empty == r->cases && run->skipped == 0 && !o->allow_na &&
                !o->how.verify;

    if (!status_agree(none))
        return status;
    cause_print(run->rank == 0
                    ? xstrdup("no case has figures: see the reasons in the "
                              "table (--allow-na makes this no error)")
                    : NULL);
    return EXIT_FAILED;
}

int run_all(const struct options *o, int argc, char **argv)
{
    struct run run = {.o = o};
    int status;

    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.size);
    status = outputs_open(&run);
    if (status != EXIT_DONE)
        return outputs_close(&run, status);
    MPI_Comm_dup(MPI_COMM_WORLD, &run.comm);
    MPI_Comm_set_errhandler(run.comm, MPI_ERRORS_RETURN);
    status = harness_start(&run, argc, argv);
    if (status == EXIT_DONE) {
        status = o->check ? check_run(&run.harness, &run.info)
                          : measure_all(&run);
        if (runinfo_end(&run.info, run.comm) != MPI_SUCCESS)
            status = EXIT_FAILED;
    }
    buffers_arena_close(&run.arena);
    clocks_close(&run.clocks);
    MPI_Comm_free(&run.comm);
    status = outputs_close(&run, status);
    status = figures_check(&run, status);
    resume_close(&run.resume);
    runinfo_free(&run.info);
    return status == EXIT_DONE && run.wrong > 0 ? EXIT_WRONG : status;
}
