/* overlap.c: how much of an operation's time a computation can hide. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A launch starts the operation's request, computes, with calls of MPI_Test in
 * between if wanted, and waits for the request. The time beyond that of the
 * computation alone could not be hidden. doc/overlap.md has the formula and how
 * to read it.
 */
#include <jansson.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/computation.h"
#include "ops/layout.h"
#include "ops/registry.h"
#include "ops/setup.h"

static const struct param overlap_rows[] = {
    COMPUTATION_ROWS(struct computation_params, , "auto", "MPI_Test"),
    {0},
};

static const struct param_table overlap_params =
    PARAM_TABLE("overlap", overlap_rows, struct computation_params);

enum { INITIATION, COMPUTATION, TEST, WAIT };

static const struct figure figures[] = {
    [INITIATION] = {"initiation", "s", "time until the request was started",
                    .launch = true},
    [COMPUTATION] = {"computation", "s", "time until the computation ended",
                     .launch = true},
    [TEST] = {"test", "s", "time of the calls of MPI_Test", .launch = true},
    [WAIT] =
        {"wait", "s",
         "time from the end of the computation to the end of the operation",
         .launch = true},
    {0},
};

struct overlap {
    struct computation computation;
    MPI_Request *request;  /* of the latest launch */
    ticks_t started, done; /* its start; the end of the computation */
    ticks_t tested;        /* time of the calls of MPI_Test */
};

/* True if the operation makes a request. Also true if this MPI library lacks
 * the operation, so that the row can give that as the reason. */
static bool overlap_fits(const struct op *op)
{
    return op->call.run == NULL && (op_has_call(op) || op->missing != NULL);
}

static int overlap_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    struct overlap *o = xcalloc(1, sizeof(*o));

    (void)comm, (void)cause;
    computation_init(&o->computation, params);
    *state = o;
    return MPI_SUCCESS;
}

static json_t *overlap_describe(void *state)
{
    return computation_json(&((const struct overlap *)state)->computation);
}

static void overlap_compute(void *state)
{
    computation_alone(&((struct overlap *)state)->computation);
}

static int overlap_open(void **state, struct op_args *a, char **cause)
{
    struct overlap *o = *state;

    (void)cause;
    return computation_open(&o->computation, a, a->run, a->state);
}

static int request_start(const struct op_args *a, MPI_Request *request)
{
    if (a->call->start != NULL)
        return a->call->start(a, request);
    return *request != MPI_REQUEST_NULL ? MPI_Start(request) : MPI_SUCCESS;
}

static int request_test(void *state, bool *done)
{
    struct overlap *o = state;
    const ticks_t begin = clock_read(o->computation.clock);
    int complete = 0, rc = MPI_Test(o->request, &complete, MPI_STATUS_IGNORE);

    o->tested += clock_read(o->computation.clock) - begin;
    *done = complete;
    return rc;
}

static int overlap_run(void *state, const struct op_args *a)
{
    struct overlap *o = state;
    MPI_Request once = MPI_REQUEST_NULL;
    int rc;

    o->request = a->call->start != NULL ? &once : &a->requests[a->slot];
    o->tested = 0;
    rc = request_start(a, o->request);
    o->started = clock_read(a->clock);
    if (rc == MPI_SUCCESS)
        rc = computation_beside(&o->computation, request_test, o);
    o->done = clock_read(a->clock);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(o->request, MPI_STATUS_IGNORE);
}

static void overlap_figures(void *state, const struct op_args *a, int64_t begin,
                            int64_t end, double *values)
{
    const struct overlap *o = state;

    values[INITIATION] = clock_seconds(a->clock, o->started - begin);
    values[COMPUTATION] = clock_seconds(a->clock, o->done - o->started);
    values[TEST] = clock_seconds(a->clock, o->tested);
    values[WAIT] = clock_seconds(a->clock, end - o->done);
}

const struct algo algo_overlap = {
    .name = "overlap",
    .fits = overlap_fits,
    .help = "starts the operation, computes, and waits: shows which share "
            "of native's time is hidden",
    .params = &overlap_params,
    .create = overlap_create,
    .life = {.open = overlap_open,
             .figures = figures,
             .launch_figures = overlap_figures},
    .run = overlap_run,
    .compute = overlap_compute,
    .describe = overlap_describe,
    .destroy = free,
};
