/* cases.c: measure the cases of the plan one after another, and report them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "mpiperf/run.h"
#include "mpiperf/status.h"

/* Prints the reports of the algorithms that were asked for one. */
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
    if (status_agree(rc != MPI_SUCCESS)) {
        cause_print(
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
    status = status_agree(status);
    if (status != EXIT_DONE)
        cause_print(cause);
    for (size_t i = 0; i < n; i++)
        result_free(&results[i]);
    free(results);
    return status;
}

static bool already_done(struct run *run, const struct bench_case *c)
{
    int done = run->o->resume && run->rank == 0 &&
               resume_has_case(&run->resume, run->o, c);

    return status_agree(done);
}

int cases_run(struct run *run, const struct plan *plan)
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
