/* measure.c: measures a function of an MPI program. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include "lib/names.h"
#include "lib/xmalloc.h"
#include "machine/runinfo.h"
#include "measure/harness.h"
#include "measure/run.h"
#include "ops/registry.h"

/* The caller's function, which runs as an algorithm of the empty operation. */
struct closure {
    measure_fn *f;
    void *state;
    const struct measure_how *how;
    struct measure_times *out;
};

static int closure_create(MPI_Comm comm, const void *values, void **state,
                          char **cause)
{
    (void)comm, (void)cause;
    *state = (void *)values;
    return MPI_SUCCESS;
}

static int closure_run(void *state, const struct op_args *a)
{
    const struct closure *c = state;

    return c->f(c->state, a->comm);
}

static const struct algo algo_function = {
    .name = "function",
    .create = closure_create,
    .run = closure_run,
};

static int pass_told(void *user, const struct result *rows, size_t n,
                     char **cause)
{
    const struct closure *c = user;

    (void)n, (void)cause;
    if (c->how->passed != NULL)
        c->how->passed(c->how->user, rows->pass.number,
                       rows->pass.parts[PART_TIME].mean);
    return 0;
}

static int case_done(void *user, size_t index, const struct result *row,
                     size_t n, char **cause)
{
    const struct closure *c = user;
    const struct summary *s = &row->time.summary;

    (void)index, (void)n;
    *c->out = (struct measure_times){
        .mean = s->mean,
        .mean_lo = s->ci_lo,
        .mean_hi = s->ci_hi,
        .median = s->median,
        .median_lo = s->median_lo,
        .median_hi = s->median_hi,
        .min = s->min,
        .max = s->max,
        .launches = row->all.launches,
        .valid = row->all.valid,
        .passes = (long)row->npasses,
    };
    if (row->reason == NULL)
        return 0;
    *cause = xstrdup(row->reason);
    return -1;
}

/* Examines clocks and machine, then measures the function. */
static int closure_measure(MPI_Comm comm, struct closure *closure,
                           const struct measuring *how, char **cause)
{
    const struct run_events events = {
        .user = closure, .passed = pass_told, .done = case_done};
    struct clock_choice choice = {.clocksync = clocksync_find("auto")};
    struct clocks clocks;
    struct runinfo info;
    struct harness h;
    int rc;

    if (params_read(&clocksync_params, &(struct params){0}, &choice.sync,
                    cause) != 0 ||
        runinfo_collect(&info, comm, &choice, &(struct startup){0}, cause) != 0)
        return -1;
    clocks_open(&clocks, &info.clock, &info.model, info.clocksync, &choice.sync,
                &info.sync_info);
    rc = harness_open(&h, comm, &info.clock, &clocks, &info.quality,
                      info.oversubscribed);
    if (rc == MPI_SUCCESS) {
        harness_calibrate(&h);
        rc = run_one(&h, null_ops[0], &algo_function, closure, how, &events,
                     cause);
    } else {
        *cause = xstrdup("cannot set up the harness");
    }
    clocks_close(&clocks);
    runinfo_free(&info);
    return rc == 0 ? 0 : -1;
}

int measure_function(MPI_Comm comm, measure_fn *f, void *state,
                     const struct measure_how *how, struct measure_times *out,
                     char *why, size_t size)
{
    const struct measure_how none = {0};
    struct closure closure = {f, state, how != NULL ? how : &none, out};
    const struct method *method =
        names_row(method_table,
                  closure.how->method != NULL ? closure.how->method : "window");
    struct measuring m;
    MPI_Comm own = MPI_COMM_NULL;
    char *cause = NULL;
    int failed;

    *out = (struct measure_times){0};
    measuring_default(&m, &method);
    m.may_fall_back = closure.how->method == NULL;
    m.max_rse = closure.how->max_rse > 0 ? closure.how->max_rse : m.max_rse;
    m.max_time = closure.how->max_time > 0 ? closure.how->max_time : m.max_time;
    m.max_launches = closure.how->max_launches > 0 ? closure.how->max_launches
                                                   : m.max_launches;
    if (method == NULL) {
        snprintf(why, size, "no method '%s'", closure.how->method);
        return -1;
    }
    failed = MPI_Comm_dup(comm, &own) != MPI_SUCCESS;
    if (!failed) {
        MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
        failed = closure_measure(own, &closure, &m, &cause) != 0;
        MPI_Bcast(&failed, 1, MPI_INT, 0, own);
        MPI_Bcast(out, sizeof(*out), MPI_BYTE, 0, own);
        MPI_Comm_free(&own);
    }
    if (failed && size > 0)
        snprintf(why, size, "%s", cause != NULL ? cause : "measuring failed");
    free(cause);
    return failed ? -1 : 0;
}
