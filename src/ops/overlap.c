/* overlap.c: how much of an operation's time goes on behind a computation. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A launch starts the operation's request, computes, perhaps calls MPI_Test
 * now and then meanwhile, and waits. What a launch takes beyond the same
 * computation by itself is what could not be hidden; doc/overlap.md has the
 * formula and what it is good for.
 *
 * The computation is so many steps of arithmetic, not a loop that looks at a
 * clock until some time has gone: whoever takes the processor away from it,
 * to move data for instance, makes it longer.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/params.h"
#include "lib/xmalloc.h"
#include "ops/arithmetic.h"
#include "ops/families.h"
#include "ops/setup.h"
#include "timers/timer.h"

static bool overlap_fits(const struct op *op);
static int overlap_create(MPI_Comm comm, const void *params, void **state,
                          char **cause);
static int overlap_open(void **state, struct op_args *a, char **cause);
static op_run_fn overlap_run;
static void overlap_figures(void *state, const struct op_args *a, int64_t begin,
                            int64_t end, double *values);
static void overlap_compute(void *state);
static json_t *overlap_describe(void *state);

/* What was asked for: a computation of so many times the operation's own time,
 * or of so many seconds. The other one is 0. */
struct compute {
    double times, seconds;
};

struct overlap_params {
    struct compute compute;
    int tests;
};

static const double seconds_max = 10, times_max = 1000;
enum { TESTS_MAX = 65536 };

static int compute_parse(const struct param *p, void *at, const char *text,
                         char **cause)
{
    struct compute *c = at;
    size_t n = strlen(text);
    bool times = n > 0 && text[n - 1] == 'x';
    char *digits = xasprintf("%.*s", (int)(times ? n - 1 : n), text);
    char *rule = NULL;
    double v = 0;
    int rc = number_real(&v, digits, &rule);

    (void)p;
    free(digits);
    free(rule);
    if (strcmp(text, "auto") == 0) {
        *c = (struct compute){.times = 1};
        return 0;
    }
    if (rc != 0 || !(v > 0 && v <= (times ? times_max : seconds_max * 1e6))) {
        rule = xasprintf("must be auto, a multiple like 2x up to %gx, or "
                         "microseconds above 0, up to %g",
                         times_max, seconds_max * 1e6);
        param_refuse(text, rule, cause);
        free(rule);
        return -1;
    }
    *c = (struct compute){times ? v : 0, times ? 0 : v * 1e-6};
    return 0;
}

static const struct param overlap_rows[] = {
    {.name = "compute",
     .def = "auto",
     .help = "what is computed meanwhile: auto, as long as the operation takes "
             "by itself; 2x, twice that; or microseconds",
     .type = PARAM_TEXT,
     .offset = offsetof(struct overlap_params, compute),
     .parse = compute_parse},
    {.name = "tests",
     .def = "0",
     .help = "calls of MPI_Test spread over the computation",
     .type = PARAM_INTEGER,
     .offset = offsetof(struct overlap_params, tests),
     .most = TESTS_MAX},
    {0},
};

static const struct param_table overlap_params = {
    .owner = "overlap",
    .rows = overlap_rows,
    .size = sizeof(struct overlap_params),
};

enum { INITIATION, COMPUTATION, WAIT };

static const struct figure figures[] = {
    [INITIATION] = {.name = "initiation",
                    .unit = "s",
                    .help = "until the request was made",
                    .launch = true},
    [COMPUTATION] = {.name = "computation",
                     .unit = "s",
                     .help = "until the computation was through",
                     .launch = true},
    [WAIT] = {.name = "wait",
              .unit = "s",
              .help = "from there until the operation was",
              .launch = true},
    {0},
};

const struct algo algo_overlap = {
    .name = "overlap",
    .fits = overlap_fits,
    .help = "started, something computed, waited for: the share of native's "
            "time that is hidden",
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

struct overlap {
    struct overlap_params set;
    const struct clock *clock;
    double seconds;        /* aimed at for the computation */
    uint64_t steps;        /* of arithmetic before, between, after the tests */
    ticks_t started, done; /* the request; the computation of the last launch */
    volatile double sink;  /* keeps the arithmetic from being left out */
};

/* Anything that makes a request. What this MPI lacks makes nothing, but is no
 * usage error: the reason is in its row. */
static bool overlap_fits(const struct op *op)
{
    return op->call.run == NULL &&
           (op_has_call(op) || op->missing != NULL);
}

static int overlap_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    struct overlap *o = xcalloc(1, sizeof(*o));

    (void)comm, (void)cause;
    o->set = *(const struct overlap_params *)params;
    o->sink = 1;
    *state = o;
    return MPI_SUCCESS;
}

static json_t *overlap_describe(void *state)
{
    const struct overlap *o = state;

    return json_pack("{s:f, s:I, s:i}", "compute", o->seconds, "steps",
                     (json_int_t)o->steps * (o->set.tests + 1), "tests",
                     o->set.tests);
}

/* ---- the computation --------------------------------------------------- */

static void overlap_compute(void *state)
{
    struct overlap *o = state;

    for (int i = 0; i <= o->set.tests; i++)
        arithmetic(&o->sink, o->steps);
}

/* The same with the tests between. Once the request is complete there is
 * nothing left to test. */
static int compute_and_test(struct overlap *o, MPI_Request *request)
{
    int rc = MPI_SUCCESS, complete = 0;

    arithmetic(&o->sink, o->steps);
    for (int i = 0; i < o->set.tests && rc == MPI_SUCCESS; i++) {
        if (!complete)
            rc = MPI_Test(request, &complete, MPI_STATUS_IGNORE);
        arithmetic(&o->sink, o->steps);
    }
    return rc;
}

/* ---- before the launches ----------------------------------------------- */

enum { PURE_LAUNCHES = 31 };
static const double pure_seconds = 0.1; /* then these were enough */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* One run of the operation itself, as long as the slowest rank's, on all. */
static int pure_once(const struct op_args *a, double *seconds)
{
    double mine[2], most[2]; /* seconds, error code */
    ticks_t t0;
    int rc = MPI_Barrier(a->comm);

    if (rc != MPI_SUCCESS)
        return rc;
    t0 = clock_read(a->clock);
    mine[1] = a->run(a->state, a);
    mine[0] = clock_seconds(a->clock, clock_read(a->clock) - t0);
    rc = MPI_Allreduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, a->comm);
    *seconds = most[0];
    return rc != MPI_SUCCESS ? rc : (int)most[1];
}

/* Lower quartile of a few, at least one: what a run takes that was not much
 * disturbed. The very first, which may set up connections, does not count. */
static int pure_time(const struct op_args *a, double *seconds)
{
    double took[PURE_LAUNCHES + 1], spent = 0;
    int n = 0;

    do {
        int rc = pure_once(a, &took[n]);

        if (rc != MPI_SUCCESS)
            return rc;
        spent += took[n++];
    } while (n < 2 || (n <= PURE_LAUNCHES && spent < pure_seconds));
    qsort(took + 1, (size_t)n - 1, sizeof(took[0]), ascending);
    *seconds = took[1 + (n - 2) / 4];
    return MPI_SUCCESS;
}

/* All ranks compute as long, each at its own speed. */
static int overlap_open(void **state, struct op_args *a, char **cause)
{
    struct overlap *o = *state;
    double pure = 0;
    int rc = MPI_SUCCESS;

    (void)cause;
    o->clock = a->clock;
    if (o->set.compute.times > 0)
        rc = pure_time(a, &pure);
    o->seconds = o->set.compute.seconds + o->set.compute.times * pure;
    if (rc == MPI_SUCCESS)
        rc = MPI_Barrier(a->comm); /* they calibrate side by side */
    o->steps = (uint64_t)(o->seconds * arithmetic_speed(a->clock, &o->sink)) /
                   ((uint64_t)o->set.tests + 1) +
               1;
    return rc;
}

/* ---- launches ---------------------------------------------------------- */

static int request_start(const struct op_args *a, MPI_Request *request)
{
    if (a->call->start != NULL)
        return a->call->start(a, request);
    return *request != MPI_REQUEST_NULL ? MPI_Start(request) : MPI_SUCCESS;
}

static int overlap_run(void *state, const struct op_args *a)
{
    struct overlap *o = state;
    MPI_Request once = MPI_REQUEST_NULL;
    MPI_Request *request =
        a->call->start != NULL ? &once : &a->requests[a->slot];
    int rc = request_start(a, request);

    o->started = clock_read(o->clock);
    if (rc == MPI_SUCCESS)
        rc = compute_and_test(o, request);
    o->done = clock_read(o->clock);
    return rc != MPI_SUCCESS ? rc : MPI_Wait(request, MPI_STATUS_IGNORE);
}

static void overlap_figures(void *state, const struct op_args *a, int64_t begin,
                            int64_t end, double *values)
{
    const struct overlap *o = state;

    (void)a;
    values[INITIATION] = clock_seconds(o->clock, o->started - begin);
    values[COMPUTATION] = clock_seconds(o->clock, o->done - o->started);
    values[WAIT] = clock_seconds(o->clock, end - o->done);
}
