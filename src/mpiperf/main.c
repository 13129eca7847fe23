/* main.c: argv -> options -> plan -> measure -> summarize -> report. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <stdio.h>
#include <stdlib.h>
#include "lib/json.h"
#include "lib/xmalloc.h"
#include "mpiperf/machine/launcher.h"
#include "mpiperf/machine/machine.h"
#include "mpiperf/measure/check.h"
#include "mpiperf/measure/measure.h"
#include "mpiperf/report/progress.h"
#include "mpiperf/report/report.h"
#include "mpiperf/report/resume.h"
#include "mpiperf/machine/runinfo.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_WRONG = 3 };

/* A run, top to bottom; the same on all ranks but for what only rank 0 has. */
struct run {
    const struct options *o;
    int rank, size;
    MPI_Comm comm; /* all ranks, for what measures; errors are returned */
    struct runinfo info;
    struct clocks clocks;
    struct distance distance;
    struct buffers_arena arena;
    struct harness harness;
    struct report report;
    struct resume resume;
    struct progress progress;
    long wrong; /* results that --verify found wrong, all ranks */
};

/* The largest of all ranks' values: any rank's failure is everybody's. */
static int agree(int value)
{
    int worst = EXIT_FAILED;

    MPI_Allreduce(&value, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return worst;
}

/* Prints the lowest rank's complaint, once, and frees everybody's. */
static void complain(char *cause)
{
    int rank, size, mine, lowest;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = cause != NULL ? rank : size;
    MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == lowest)
        fprintf(stderr, "mpiperf: %s\n", cause);
    free(cause);
}

/* ---- cases ------------------------------------------------------------- */

/* What the algorithms have to say of themselves, where that was asked for. */
static void algorithms_report(struct run *run, const struct bench *b)
{
    char *cause = NULL;
    int rc = 0;

    for (size_t i = 0; i < b->choice->nvariants && rc == 0; i++) {
        const struct algo *algo = b->choice->variants[i].algo;
        char *text = algo->report != NULL && b->states[i] != NULL
                         ? algo->report(b->states[i])
                         : NULL;

        if (text != NULL)
            rc = report_note(&run->report, text, &cause);
        free(text);
    }
    free(cause); /* the rows that follow will meet the same error */
}

/* Algorithms are opened once for all cases of an operation and size of
 * communicator. */
static int bench_for(struct run *run, struct bench *b,
                     const struct bench_case *c, const struct bench_case *last)
{
    int rc;

    if (last != NULL && last->choice == c->choice && last->procs == c->procs)
        return EXIT_DONE;
    if (last != NULL)
        bench_close(b);
    rc = bench_open(b, &run->harness, &run->o->how, c->choice, c->procs);
    if (agree(rc != MPI_SUCCESS)) {
        complain(
            run->rank == 0
                ? xasprintf("cannot make a communicator of %d ranks", c->procs)
                : NULL);
        return EXIT_FAILED;
    }
    if (run->rank == 0)
        algorithms_report(run, b);
    return EXIT_DONE;
}

static int case_run(struct run *run, struct bench *b,
                    const struct bench_case *c)
{
    size_t n = bench_results(&run->o->how, c);
    struct result *results = xcalloc(n, sizeof(*results));
    char *cause = NULL;
    long wrong;
    int status;

    if (run->rank == 0)
        progress_step(&run->progress, c->choice->op->name);
    status = bench_measure(b, c, results, &wrong) == MPI_SUCCESS ? EXIT_DONE
                                                                 : EXIT_FAILED;
    run->wrong += wrong;
    if (status != EXIT_DONE)
        cause = run->rank == 0 ? xasprintf("%s: the measurement failed",
                                           c->choice->op->name)
                               : NULL;
    if (run->rank == 0 && status == EXIT_DONE) {
        progress_hide(&run->progress);
        if (report_rows(&run->report, results, n, &cause) != 0)
            status = EXIT_FAILED;
    }
    status = agree(status);
    if (status != EXIT_DONE)
        complain(cause);
    for (size_t i = 0; i < n; i++)
        result_free(&results[i]);
    free(results);
    return status;
}

static bool already_done(struct run *run, const struct bench_case *c)
{
    int done = run->o->resume && run->rank == 0 &&
               resume_has_case(&run->resume, run->o, c);

    return agree(done);
}

static int cases_run(struct run *run, const struct plan *plan)
{
    const struct bench_case *last = NULL;
    struct bench b;
    int status = EXIT_DONE;

    for (size_t i = 0; i < plan->n && status == EXIT_DONE; i++) {
        const struct bench_case *c = &plan->cases[i];

        if (already_done(run, c))
            continue;
        status = bench_for(run, &b, c, last);
        last = c;
        if (status == EXIT_DONE)
            status = case_run(run, &b, c);
    }
    if (last != NULL)
        bench_close(&b);
    return status;
}

/* ---- the run ----------------------------------------------------------- */

/* Outputs are opened before anything is measured: a path that can't be
 * written is a usage error. */
static int outputs_open(struct run *run)
{
    char *cause = NULL;
    int rc = 0;

    if (run->rank == 0)
        rc = report_open(&run->report, run->o, &cause);
    if (run->rank == 0 && rc == 0 && run->o->resume)
        rc = resume_open(&run->resume, &run->report, &cause);
    rc = agree(rc != 0);
    if (rc != 0)
        complain(cause);
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
    rc = agree(rc != 0);
    if (rc != 0)
        complain(cause);
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

/* Clocks, machine, and what the harness itself costs. */
static int harness_start(struct run *run, int argc, char **argv)
{
    struct runinfo *info = &run->info;
    char *cause = NULL;
    int rc = runinfo_collect(info, run->comm, &run->o->clocks, argc, argv,
                             &cause);

    if (agree(rc != 0) != 0) {
        complain(cause);
        return EXIT_FAILED;
    }
    clocks_open(&run->clocks, &info->clock, &info->model, info->clocksync,
                &run->o->clocks.sync, &info->sync_info);
    rc = harness_open(&run->harness, run->comm, &info->clock, &run->clocks,
                      info->quality.read_cost, info->quality.resolution);
    if (rc == MPI_SUCCESS)
        rc = distance_start(run);
    if (agree(rc != MPI_SUCCESS) != 0) {
        complain(xstrdup("cannot set up the harness"));
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
    status = agree(status);
    if (status != EXIT_DONE)
        complain(cause);
    else
        status = cases_run(run, &plan);
    plan_free(&plan);
    return status;
}

static int run_all(const struct options *o, int argc, char **argv)
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
        status = o->check ? check_run(&run.harness, &run.info, &o->how)
                          : measure_all(&run);
        if (runinfo_end(&run.info, run.comm) != MPI_SUCCESS)
            status = EXIT_FAILED;
    }
    buffers_arena_close(&run.arena);
    clocks_close(&run.clocks);
    MPI_Comm_free(&run.comm);
    status = outputs_close(&run, status);
    resume_close(&run.resume);
    runinfo_free(&run.info);
    return status == EXIT_DONE && run.wrong > 0 ? EXIT_WRONG : status;
}

/* What every rank does when it is not to measure; the status to exit with. */
static int tell(const struct options *o, enum options_outcome outcome,
                char *cause, int rank)
{
    if (agree(outcome == OPTIONS_BAD)) {
        complain(cause);
        return EXIT_USAGE;
    }
    if (rank != 0)
        return EXIT_DONE;
    if (outcome == OPTIONS_HELP)
        options_help(stdout, o);
    else if (outcome == OPTIONS_LIST)
        options_list(stdout, o);
    else
        puts("mpiperf " PACKAGE_VERSION);
    return fflush(stdout) == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* A launcher that is not this MPI's, before it is what options seem to lack. */
static void check_launcher(enum options_outcome *outcome, struct options *o,
                           int size, char **cause)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING], *refusal;

    if (*outcome != OPTIONS_RUN && *outcome != OPTIONS_BAD)
        return;
    machine_library(library);
    refusal = launcher_refuse(size, library);
    if (refusal == NULL)
        return;
    if (*outcome == OPTIONS_RUN)
        options_free(o);
    free(*cause);
    *cause = refusal;
    *outcome = OPTIONS_BAD;
}

int main(int argc, char **argv)
{
    struct options o;
    enum options_outcome outcome;
    char *cause = NULL;
    int rank, size, status;

    json_setup();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    outcome = options_parse(&o, argc, argv, size, &cause);
    check_launcher(&outcome, &o, size, &cause);
    if (agree(outcome != OPTIONS_RUN))
        status = tell(&o, outcome, cause, rank);
    else
        status = run_all(&o, argc, argv);
    if (outcome != OPTIONS_BAD)
        options_free(&o);

    MPI_Finalize();
    return status;
}
