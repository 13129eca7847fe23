/* run.c: a whole run: opens outputs, examines the machine, measures, closes
 * outputs. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpiperf/run.h"

#include <limits.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/quote.h"
#include "lib/xmalloc.h"
#include "measure/harness.h"
#include "measure/case_state.h"
#include "machine/switches.h"
#include "measure/run.h"
#include "mpiperf/check/check.h"
#include "mpiperf/nodes_probe.h"
#include "mpiperf/options/plan.h"
#include "mpiperf/report/progress.h"
#include "mpiperf/report/rows.h"
#include "mpiperf/report/report.h"
#include "verdict/bounds.h"

int cause_agree(int value, char *cause)
{
    int worst = EXIT_FAILED, rank, mine, lowest;
    char *line;

    MPI_Allreduce(&value, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = cause != NULL ? rank : INT_MAX;
    MPI_Allreduce(&mine, &lowest, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (worst != 0 && rank == lowest) {
        /* one write(), since ranks may print simultaneously */
        line = xasprintf("mpiperf: %s\n", cause);
        fputs(line, stderr);
        free(line);
    }
    free(cause);
    return worst;
}

struct run {
    const struct options *o;
    int rank, size;
    MPI_Comm comm; /* all ranks; used for measuring; returns errors; NULL until
                      harness_start() */
    struct runinfo info;
    struct clocks clocks;
    struct buffers_arena arena;
    struct harness harness;
    struct watchdog *watchdog;
    struct plan plan;
    struct report report;
    struct progress progress;
    bool *done;     /* for each case: its rows are complete; rank 0 */
    size_t skipped; /* number of cases skipped by --resume; rank 0 */
    size_t others;  /* rows of other sweeps shown by --resume; rank 0 */
    bool wrong;     /* --verify has found wrong results */
    int verdict;    /* exit status of --accept; 0: use the other fields */
};

/* Starts a step in which rank 0 may write or read files. */
static void writing_enter(struct run *run, const char *step)
{
    watchdog_enter(run->watchdog, step);
    watchdog_write(run->watchdog, run->rank == 0);
}

/* Ends such a step; returns what all ranks agree on (cause_agree()). */
static int writing_agree(struct run *run, int value, char *cause)
{
    if (run->rank == 0)
        watchdog_written(run->watchdog);
    return cause_agree(value, cause);
}

/* Makes the plan and opens the outputs. This comes before any measurement,
 * because a file that cannot be written is a usage error. */
static int outputs_open(struct run *run)
{
    char *cause = NULL;
    int rc = 0;

    writing_enter(run, "opening the outputs");
    plan_build(&run->plan, run->o);
    if (run->rank == 0)
        rc = report_open(&run->report, run->o, &cause);
    if (run->rank == 0 && rc == 0)
        rc = resume_open(&run->report, &cause);
    return writing_agree(run, rc != 0, cause) ? EXIT_USAGE : EXIT_DONE;
}

static int outputs_close(struct run *run, int status)
{
    char *cause = NULL;
    int rc = 0;

    writing_enter(run, "closing the outputs");
    if (run->rank == 0) {
        progress_end(&run->progress);
        rc = report_close(&run->report,
                          status == EXIT_DONE ? "complete" : "failed", &cause);
    }
    rc = writing_agree(run, rc != 0, cause);
    watchdog_at_end(run->watchdog, NULL, NULL);
    return rc != 0 && status == EXIT_DONE ? EXIT_FAILED : status;
}

/* Decides whether gauges are read before and after passes. Only rank 0 knows if
 * they can be read. */
static int watch_start(struct run *run)
{
    bool watched = !isnan(run->info.oneway.median) && !run->o->check &&
                   !run->o->how.paper && !run->o->no_watch;
    int rc = MPI_Bcast(&watched, 1, MPI_C_BOOL, 0, run->comm);

    if (watched)
        run->harness.neighbours = &run->info.neighbours;
    return rc;
}

static int harness_start(struct run *run, const struct startup *start)
{
    struct runinfo *info = &run->info;
    char *cause = NULL;
    int rc;

    MPI_Comm_dup(MPI_COMM_WORLD, &run->comm);
    MPI_Comm_set_errhandler(run->comm, MPI_ERRORS_RETURN);
    watchdog_enter(run->watchdog, "describing the ranks");
    rc = runinfo_collect(info, run->comm, &run->o->clocks, start, &cause);
    if (cause_agree(rc != 0, cause))
        return EXIT_FAILED;
    watchdog_enter(run->watchdog, "measuring the harness");
    clocks_open(&run->clocks, &info->clock, &info->model, info->clocksync,
                &run->o->clocks.sync, &info->sync_info);
    rc = harness_open(&run->harness, run->comm, &info->clock, &run->clocks,
                      &info->quality, info->oversubscribed);
    if (rc == MPI_SUCCESS) {
        harness_calibrate(&run->harness);
        rc = watch_start(run);
    }
    if (cause_agree(rc != MPI_SUCCESS, xstrdup("cannot set up the harness")))
        return EXIT_FAILED;
    rc = switches_collect(info, run->comm, run->o->switches, &cause);
    if (cause_agree(rc != 0, cause))
        return EXIT_FAILED;
    run->harness.places = (struct op_places){info->node_of, info->switch_of};
    run->harness.arena = &run->arena;
    run->harness.watchdog = run->watchdog;
    info->t_bcast = run->harness.t_bcast;
    info->null_overhead = run->harness.null_overhead;
    return EXIT_DONE;
}

static char *interrupted_text(const struct run *run)
{
    const struct report *r = &run->report;
    const char *file = r->n > 1 ? r->outputs[0].sink.file : NULL;
    const char *const words[] = {"--resume", "-o", file};
    size_t done = 0, length;
    char *text;
    FILE *f;

    if (run->done == NULL)
        return xstrdup("nothing has been measured yet");
    for (size_t i = 0; i < run->plan.n; i++)
        done += run->done[i];
    if (file == NULL || r->outputs[0].format != &format_jsonl)
        return xasprintf("%zu of %zu cases were done (with -o FILE.jsonl, "
                         "--resume can continue)",
                         done, run->plan.n);
    f = text_open(&text, &length);
    fprintf(f, "%zu of %zu cases are in %s; to continue: %s ", done,
            run->plan.n, SHOWN_FILE(file),
            run->info.started_by != NULL ? run->info.started_by
                                         : "the same command line with");
    words_print(f, words, 3);
    text_close(f);
    return text;
}

/* Closes the outputs with the results so far. The watchdog's thread on rank 0
 * calls this. */
static void outputs_rescue(void *arg, int signal)
{
    struct run *run = arg;
    char *cause = NULL, *text = signal != 0 ? interrupted_text(run) : NULL;

    report_close(&run->report, "failed", &cause);
    if (text != NULL)
        fprintf(stderr, "mpiperf: interrupted: %s\n", text);
}

/* ---- events of measuring ------------------------------------------------- */

static void note(struct run *run, char *text)
{
    if (text != NULL)
        report_note(&run->report, text);
    free(text);
}

/* Prints what report() of the algorithms returns. */
static void algorithms_opened(void *user, const struct session *s)
{
    struct run *run = user;

    if (run->rank != 0)
        return;
    progress_hide(&run->progress);
    for (size_t i = 0; i < s->choice->nvariants; i++) {
        const struct algo *algo = s->choice->variants[i].algo;

        if (algo->report != NULL && s->states[i] != NULL)
            note(run, algo->report(s->states[i]));
    }
}

static void pass_begins(void *user, const struct bench_case *c,
                        const struct passes *passes)
{
    struct run *run = user;

    progress_step(&run->progress, passes, c);
}

static int pass_ended(void *user, const struct result *rows, size_t n,
                      char **cause)
{
    struct run *run = user;

    return report_pass(&run->report, rows, n, cause);
}

static int case_done(void *user, size_t index, const struct result *rows,
                     size_t n, char **cause)
{
    struct run *run = user;

    progress_done(&run->progress, rows, n);
    progress_hide(&run->progress);
    run->done[index] = true;
    return report_rows(&run->report, index, rows, n, cause);
}

/* ---- measuring ----------------------------------------------------------- */

/* Prints the cases that an earlier run has measured (--resume), also those that
 * are not in this sweep. Sets run->done. */
static void cases_show(struct run *run)
{
    writing_enter(run, "writing the outputs");
    if (run->rank != 0)
        return;
    run->done = xcalloc(run->plan.n + 1, sizeof(*run->done));
    for (size_t i = 0; i < run->plan.n; i++) {
        json_t *rows = run->o->resume
                           ? resume_case(&run->report, &run->plan.cases[i])
                           : NULL;

        run->done[i] = rows != NULL;
        run->skipped += run->done[i];
        if (run->done[i])
            report_held(&run->report, i, rows);
    }
    if (run->o->resume)
        run->others = resume_show_others(&run->report, &run->plan);
    if (run->skipped == run->plan.n)
        note(run, xasprintf("every case is in %s already: nothing to measure",
                            run->report.outputs[0].sink.file));
    watchdog_written(run->watchdog);
}

/* Prints a note if the first pass took longer than the budget: every case gets
 * at least one pass. */
static void measured_report(struct run *run, const struct run_outcome *m)
{
    double budget = run->o->how.budget;

    if (m->passes <= 1 && budget > 0 && m->seconds > budget)
        note(run, xasprintf("budget: one pass took %.3g s, more than "
                            "the %g s asked for",
                            m->seconds, budget));
}

static int cases_measure(struct run *run)
{
    const struct run_events events = {
        .user = run,
        .opened = algorithms_opened,
        .begins = pass_begins,
        .passed = pass_ended,
        .done = case_done,
    };
    const struct run_input in = {
        .how = &run->o->how,
        .cases = run->plan.cases,
        .n = run->plan.n,
        .done = run->done,
        .seed = (uint64_t)run->report.started, /* another one in each run */
    };
    struct run_outcome measured;
    char *cause;
    int rc;

    rc = run_measure(&run->harness, &in, &events, &measured, &cause);
    run->wrong |= measured.wrong;
    if (run->rank == 0) {
        watchdog_write(run->watchdog, true);
        measured_report(run, &measured);
        watchdog_written(run->watchdog);
    }
    if (rc == 0) {
        watchdog_enter(run->watchdog, "comparing the nodes");
        rc = nodes_probe(&run->harness, &in, &measured, &run->report);
    }
    run_free(&measured);
    return cause_agree(rc != 0, cause) ? EXIT_FAILED : EXIT_DONE;
}

/* Warns if a rank has more threads than CPUs for them. Collective. */
static void threads_note(struct run *run)
{
    int threads = run->o->how.threads, mine, least = threads;
    cpu_set_t set;

    if (threads <= 1)
        return;
    mine = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set)
                                                        : threads;
    MPI_Reduce(&mine, &least, 1, MPI_INT, MPI_MIN, 0, run->comm);
    if (run->rank != 0 || least >= threads)
        return;
    watchdog_write(run->watchdog, true);
    note(run,
         xasprintf("threads: the %d threads of a rank share %d CPU%s; "
                   "to give each its own: mpiexec --map-by "
                   "slot:pe=%d (Open MPI), mpiexec --bind-to core:%d "
                   "(MPICH)",
                   threads, least, least == 1 ? "" : "s", threads, threads));
    watchdog_written(run->watchdog);
}

static int measure_all(struct run *run)
{
    char *cause = NULL, *pairs;
    int status = EXIT_DONE;

    writing_enter(run, "writing the outputs");
    if (run->rank == 0) {
        if (report_begin(&run->report, &run->info, &cause) != 0)
            status = EXIT_USAGE; /* nothing was measured yet */
        pairs = progress_pairs(&run->plan, &run->o->how);
        if (pairs != NULL)
            fprintf(stderr, "mpiperf: %s\n", pairs);
        free(pairs);
        progress_start(&run->progress, run->o->progress, run->plan.n);
    }
    status = writing_agree(run, status, cause);
    if (status == EXIT_DONE) {
        threads_note(run);
        cases_show(run);
        status = cases_measure(run);
    }
    return status;
}

/* --accept: checks the machine, measures the sweep, and judges it. All ranks
 * exit with the status that rank 0 determines. */
static int accept_all(struct run *run)
{
    int status = EXIT_DONE, found = ACCEPT_ERROR;
    json_t *bounds = NULL, *record;
    char *text = NULL;

    if (run->rank == 0) {
        run->report.ri = &run->info;
        record = record_run(&run->report);
        bounds = bounds_open(run->o->accept, record, &text);
        json_decref(record);
        found = bounds != NULL ? ACCEPT_PASS : ACCEPT_ERROR;
    }
    MPI_Bcast(&found, 1, MPI_INT, 0, run->comm);
    if (found == ACCEPT_PASS &&
        check_run(&run->harness, &run->info, &text) != 0)
        found = ACCEPT_FAIL;
    if (found == ACCEPT_PASS)
        status = measure_all(run);
    if (status != EXIT_DONE)
        found = ACCEPT_ERROR;
    else if (found == ACCEPT_PASS && run->rank == 0)
        found = (int)bounds_judge(bounds, run->report.shown, &text);
    if (run->rank == 0)
        printf("%s: %s\n",
               found == ACCEPT_PASS   ? "PASS"
               : found == ACCEPT_FAIL ? "FAIL"
                                      : "ERROR",
               text != NULL ? text : "the sweep failed");
    MPI_Bcast(&found, 1, MPI_INT, 0, run->comm);
    run->verdict = found;
    json_decref(bounds);
    free(text);
    return status;
}

/* Returns an error if cases were measured but none of them has figures. */
static int figures_check(struct run *run, int status)
{
    const struct options *o = run->o;
    const struct report *r = &run->report;
    size_t cases = run->rank == 0 ? r->cases - run->others : 0;
    bool none = status == EXIT_DONE && cases > 0 && r->empty == cases &&
                run->skipped == 0 && !o->allow_na && !o->how.verify;

    none =
        cause_agree(none, xstrdup("no case has figures: see the reasons in the "
                                  "table (--allow-na accepts this)"));
    return none ? EXIT_FAILED : status;
}

static int line_run(struct run *run, const struct startup *start)
{
    const struct options *o = run->o;
    int status = outputs_open(run);

    if (run->rank == 0)
        watchdog_at_end(run->watchdog, outputs_rescue, run);
    if (status == EXIT_DONE && run->comm == MPI_COMM_NULL)
        status = harness_start(run, start);
    if (status == EXIT_DONE) {
        status = o->check ? check_run(&run->harness, &run->info, NULL)
                 : o->accept != NULL ? accept_all(run)
                                     : measure_all(run);
        watchdog_enter(run->watchdog, "reading the gauges");
        if (gauges_measure(&run->info.neighbours, run->comm,
                           run->info.gauge_end, NULL) != MPI_SUCCESS)
            status = EXIT_FAILED;
    }
    status = outputs_close(run, status);
    if (run->comm != MPI_COMM_NULL)
        status = figures_check(run, status);
    plan_free(&run->plan);
    free(run->done);
    run->done = NULL;
    return status;
}

int run_all(const struct options *o, size_t n, const struct startup *start,
            struct watchdog *watchdog)
{
    struct run run = {.comm = MPI_COMM_NULL, .watchdog = watchdog};
    int status = EXIT_DONE;

    MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &run.size);
    for (size_t i = 0; i < n && status == EXIT_DONE; i++) {
        run.o = &o[i];
        run.skipped = run.others = 0;
        status = line_run(&run, start);
    }
    if (run.comm != MPI_COMM_NULL) {
        buffers_arena_close(&run.arena);
        clocks_close(&run.clocks);
        MPI_Comm_free(&run.comm);
        runinfo_free(&run.info);
    }
    return run.verdict != 0                   ? run.verdict
           : status == EXIT_DONE && run.wrong ? EXIT_WRONG
                                              : status;
}
