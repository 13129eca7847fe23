/* cases.c: visit the cases of the plan, pass by pass, and report them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/now.h"
#include "lib/xmalloc.h"
#include "mpiperf/algo_notes.h"
#include "mpiperf/measure/passes.h"
#include "mpiperf/measure/track.h"
#include "mpiperf/run.h"
#include "mpiperf/status.h"

/* The cases as they are visited. Rank 0 decides; it alone has passes. */
struct tour {
    struct run *run;
    const struct plan *plan;
    struct track *tracks; /* one a case, open from its first visit on */
    size_t *group;        /* a case's: of the same operation and ranks */
    struct passes passes;
    struct visit_limits limits; /* on rank 0 */
    struct pages pages;
    double t0;
    size_t tabled; /* cases that the table is through with */
    struct bench bench;
    long in_pass;      /* that the bench is open in; 0: it is not open */
    long last_pass;    /* that the last one was opened in */
    size_t open_group; /* that it is of */
    bool *announced;   /* groups whose algorithms' reports were printed */
    char **concluded; /* a group's: what its algorithms last came to, or NULL */
};

/* What all ranks do next. */
struct visit_order {
    long pass; /* 0: the run is over */
    size_t index;
};

/* Another one each run; on rank 0. */
static uint64_t seed_of(const struct run *run)
{
    return (uint64_t)run->report.started;
}

/* ---- benches ------------------------------------------------------------- */

static void bench_leave(struct tour *t)
{
    char *text;

    if (t->in_pass == 0)
        return;
    text = algo_notes_conclude(&t->bench);
    if (text != NULL) {
        free(t->concluded[t->open_group]);
        t->concluded[t->open_group] = text;
    }
    bench_close(&t->bench);
    t->in_pass = 0;
}

/* Algorithms are opened once a pass for all cases of a group. */
static int bench_for(struct tour *t, const struct visit_order *order)
{
    const struct bench_case *c = &t->plan->cases[order->index];
    size_t group = t->group[order->index];
    int rc;

    if (t->in_pass == order->pass && t->open_group == group)
        return EXIT_DONE;
    bench_leave(t);
    t->run->arena.renew |= order->pass > t->last_pass && order->pass > 1;
    t->last_pass = order->pass;
    rc = bench_open(&t->bench, &t->run->harness, &t->run->o->how, c->choice,
                    c->procs);
    t->in_pass = order->pass;
    t->open_group = group;
    if (status_agree(rc != MPI_SUCCESS)) {
        cause_print(
            t->run->rank == 0
                ? xasprintf("cannot make a communicator of %d ranks", c->procs)
                : NULL);
        return EXIT_FAILED;
    }
    if (t->run->rank == 0 && !t->announced[group])
        algo_notes_open(&t->run->report, &t->bench);
    t->announced[group] = true;
    return EXIT_DONE;
}

/* ---- reporting, on rank 0 --------------------------------------------------
 */

/* Rows of the cases that are done, as far as all before them are; at the end
 * without those that never got so far. */
static int table_go_on(struct tour *t, bool end, char **cause)
{
    int rc = 0;

    for (; t->tabled < t->plan->n && rc == 0; t->tabled++) {
        struct track *track = &t->tracks[t->tabled];
        bool done = t->passes.cases[t->tabled].done;

        if (!done && !end)
            return 0;
        if (done && track->results != NULL) {
            progress_hide(&t->run->progress);
            rc = report_table(&t->run->report, track->results, track->n, cause);
        }
        track_close(track);
    }
    return rc;
}

static int case_report(struct tour *t, size_t index, char **cause)
{
    struct run *run = t->run;
    struct track *track = &t->tracks[index];
    char *late = NULL;
    int rc;

    t->passes.cases[index].done = true;
    track_finish(track, &run->harness, &run->o->how);
    progress_done(&run->progress, track->results, track->n);
    rc = report_rows(&run->report, track->results, track->n, cause);
    if (table_go_on(t, false, rc == 0 ? cause : &late) != 0)
        rc = -1;
    free(late);
    return rc;
}

static int visit_report(struct tour *t, const struct visit_order *order,
                        double cost, char **cause)
{
    struct run *run = t->run;
    struct track *track = &t->tracks[order->index];
    bool done = track_is_done(track);
    int rc = 0;

    passes_account(&t->passes, order->index, cost, done,
                   track_missing(track, &run->o->how));
    if (control_is_visited(&track->control))
        rc = report_pass(&run->report, track->results, track->n, cause);
    return rc == 0 && done ? case_report(t, order->index, cause) : rc;
}

/* Every case has its visit, however little time there is: then that is said. */
static void budget_report(struct tour *t)
{
    double spent = now() - t->t0;
    char *text, *cause = NULL;

    if (t->passes.pass > 1 || !(spent > t->passes.budget))
        return;
    text = xasprintf("budget: one pass took %.3g s, more than "
                     "the %g s asked for",
                     spent, t->passes.budget);
    report_note(&t->run->report, text, &cause);
    free(cause); /* closing the report will meet the same error */
    free(text);
}

/* What the passes had no more room for, unless the run failed; and the rest of
 * the table. */
static int rest_report(struct tour *t, bool complete, char **cause)
{
    char *late = NULL;
    int rc = 0;

    for (size_t i = 0; complete && i < t->plan->n && rc == 0; i++) {
        if (t->passes.cases[i].done || t->passes.cases[i].visits == 0)
            continue;
        track_stop(&t->tracks[i], passes_why(&t->passes, i));
        rc = case_report(t, i, cause);
    }
    if (table_go_on(t, true, rc == 0 ? cause : &late) != 0)
        rc = -1;
    free(late);
    budget_report(t);
    return rc;
}

/* ---- visits ----------------------------------------------------------------
 */

static int case_visit(struct tour *t, const struct visit_order *order)
{
    struct run *run = t->run;
    struct track *track = &t->tracks[order->index];
    const struct bench_case *c = &t->plan->cases[order->index];
    double begun = now();
    char *cause = NULL;
    long wrong = 0;
    int status;

    if (run->rank == 0)
        progress_step(&run->progress, &t->passes, c, run->o->how.max_rse);
    if (track->c == NULL)
        track_open(track, &run->harness, &run->o->how, c, seed_of(run));
    watchdog_next(run->harness.watchdog, c, order->pass);
    status = bench_for(t, order);
    if (status != EXIT_DONE)
        return status;
    track->pass = order->pass;
    if (bench_visit(&t->bench, track, &t->limits, &wrong) != MPI_SUCCESS)
        status = EXIT_FAILED;
    run->wrong += wrong;
    if (status != EXIT_DONE)
        cause = run->rank == 0 ? xasprintf("%s: the measurement failed",
                                           c->choice->op->name)
                               : NULL;
    else if (run->rank == 0 &&
             visit_report(t, order, now() - begun, &cause) != 0)
        status = EXIT_FAILED;
    status = status_agree(status);
    if (status != EXIT_DONE)
        cause_print(cause);
    return status;
}

/* Rank 0's next decision, on all ranks; 0: the run is over, or has failed. */
static long order_next(struct tour *t, struct visit_order *order, int *status)
{
    *order = (struct visit_order){0};
    if (t->run->rank == 0 &&
        passes_next(&t->passes, now() - t->t0, &order->index))
        order->pass = t->passes.pass;
    if (MPI_Bcast(order, sizeof(*order), MPI_BYTE, 0, t->run->comm) ==
        MPI_SUCCESS)
        return order->pass;
    *status = EXIT_FAILED;
    return 0;
}

static void tour_open(struct tour *t, struct run *run, const struct plan *plan)
{
    const struct measuring *o = &run->o->how;
    size_t rows = 0; /* to be measured */

    *t = (struct tour){
        .run = run,
        .plan = plan,
        .tracks = xcalloc(plan->n + 1, sizeof(*t->tracks)),
        .group = xcalloc(plan->n + 1, sizeof(*t->group)),
        .announced = xcalloc(plan->n + 1, sizeof(*t->announced)),
        .concluded = xcalloc(plan->n + 1, sizeof(*t->concluded)),
        .t0 = now(),
    };
    for (size_t i = 0; i < plan->n; i++) {
        const struct bench_case *c = &plan->cases[i], *last = c - (i > 0);

        t->group[i] = i == 0 ? 0
                             : t->group[i - 1] + (c->choice != last->choice ||
                                                  c->procs != last->procs);
    }
    if (passes_planned(o) > 1)
        run->harness.pages = &t->pages;
    if (run->rank != 0)
        return;
    run->harness.begun =
        clock_global_now(&run->clocks.model, &run->harness.clock);
    passes_open(&t->passes, t->group, plan->n, passes_planned(o), o->budget,
                seed_of(run));
    for (size_t i = 0; i < plan->n; i++) {
        t->passes.cases[i].done =
            run->o->resume &&
            resume_has_case(&run->resume, run->o, &plan->cases[i]);
        run->skipped += t->passes.cases[i].done;
        rows += t->passes.cases[i].done ? 0 : bench_results(o, &plan->cases[i]);
    }
    t->limits = passes_limits(o, passes_planned(o), rows);
}

static void tour_close(struct tour *t)
{
    bench_leave(t);
    t->run->harness.pages = NULL;
    pages_release(&t->pages);
    for (size_t i = 0; i < t->plan->n; i++) {
        track_close(&t->tracks[i]);
        algo_notes_print(&t->run->report, t->concluded[i]);
    }
    passes_close(&t->passes);
    free(t->tracks);
    free(t->group);
    free(t->announced);
    free(t->concluded);
}

int cases_run(struct run *run, const struct plan *plan)
{
    struct visit_order order;
    char *cause = NULL;
    struct tour t;
    int status = EXIT_DONE;

    tour_open(&t, run, plan);
    while (status == EXIT_DONE && order_next(&t, &order, &status) > 0)
        status = case_visit(&t, &order);
    if (run->rank == 0 && rest_report(&t, status == EXIT_DONE, &cause) != 0)
        status = EXIT_FAILED;
    status = status_agree(status);
    cause_print(cause);
    tour_close(&t);
    return status;
}
