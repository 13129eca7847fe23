/* computation.c: computes during an operation, with test calls in between. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/computation.h"

#include <gsl/gsl_sort.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "lib/number.h"
#include "lib/xmalloc.h"

/*
 * The computation is a fixed number of arithmetic steps, not a loop until some
 * clock time. So whatever takes the processor away, e.g. to move data, makes it
 * longer.
 */

enum { RUNS = 10 };
static const double run_seconds = 50e-6; /* several ticks of any timer */

/*
 * Executes multiplications and additions in registers. They start from *sink (1
 * at first) and end in it, so that the compiler cannot drop any. There are four
 * chains; within a chain each step needs the result of the step before. Values
 * remain near 1, which avoids slow special numbers. Not inlined, so that every
 * computation takes the same time.
 */
static __attribute__((noinline)) void arithmetic(volatile double *sink,
                                                 uint64_t steps)
{
    double a = *sink, b = a + 1e-3, c = a + 2e-3, d = a + 3e-3;

    for (uint64_t i = 0; i < steps; i++) {
        a = a * 0.999 + 0.001;
        b = b * 0.998 + 0.002;
        c = c * 0.997 + 0.003;
        d = d * 0.996 + 0.004;
    }
    *sink = (a + b + c + d) / 4;
}

static double seconds_of(const struct clock *clock, volatile double *sink,
                         uint64_t steps)
{
    ticks_t t0 = clock_read(clock);

    arithmetic(sink, steps);
    return clock_seconds(clock, clock_read(clock) - t0);
}

/* Returns the steps per second of the fastest of several runs, the least
 * disturbed one. Takes about a millisecond. */
static double arithmetic_speed(const struct clock *clock, volatile double *sink)
{
    for (uint64_t steps = 1024;; steps *= 2) {
        double least = seconds_of(clock, sink, steps);

        for (int i = 1; i < RUNS; i++)
            least = fmin(least, seconds_of(clock, sink, steps));
        if (least >= run_seconds)
            return (double)steps / least;
    }
}

static const double seconds_max = 10, times_max = 1000;

int compute_parse(const struct param *p, void *at, const char *text,
                  char **cause)
{
    struct compute *c = at;
    size_t n = strlen(text);
    bool times = n > 0 && text[n - 1] == 'x';
    char *digits = xasprintf("%.*s", (int)(times ? n - 1 : n), text);
    char *rule = NULL;
    double v = 0;
    int rc = number_real(&v, digits, &rule);

    free(digits);
    free(rule);
    if (strcmp(text, "auto") == 0 || strcmp(text, p->def) == 0) {
        *c = (struct compute){.times = strcmp(text, "auto") == 0};
        return 0;
    }
    if (rc != 0 || !(v > 0 && v <= (times ? times_max : seconds_max * 1e6))) {
        rule = xasprintf("must be %sauto, a multiple like 2x up to %gx, or "
                         "microseconds above 0, up to %g",
                         strcmp(p->def, "none") == 0 ? "none, " : "", times_max,
                         seconds_max * 1e6);
        param_refuse(text, rule, cause);
        free(rule);
        return -1;
    }
    *c = (struct compute){times ? v : 0, times ? 0 : v * 1e-6};
    return 0;
}

bool computation_has(const char *name)
{
    return strcmp(name, "compute") == 0 || strcmp(name, "tests") == 0;
}

void computation_init(struct computation *c,
                      const struct computation_params *set)
{
    *c = (struct computation){.set = *set, .sink = 1};
}

enum { PURE_LAUNCHES = 31 };
static const double pure_seconds = 0.1; /* no more launches after this time */

/* Runs the operation once without computation. Sets *seconds on all ranks to
 * the time of the slowest rank. */
static int pure_once(const struct op_args *a, op_run_fn *run, void *state,
                     double *seconds)
{
    double mine[2], most[2]; /* seconds, error code */
    ticks_t t0;
    int rc = MPI_Barrier(a->comm);

    if (rc != MPI_SUCCESS)
        return rc;
    t0 = clock_read(a->clock);
    mine[1] = run(state, a);
    mine[0] = clock_seconds(a->clock, clock_read(a->clock) - t0);
    rc = MPI_Allreduce(mine, most, 2, MPI_DOUBLE, MPI_MAX, a->comm);
    *seconds = most[0];
    return rc != MPI_SUCCESS ? rc : (int)most[1];
}

/* Sets *seconds to the lower quartile of several runs, i.e. the time of a run
 * with little disturbance. The first run is ignored, since it may set up
 * connections. */
static int pure_time(const struct op_args *a, op_run_fn *run, void *state,
                     double *seconds)
{
    double took[PURE_LAUNCHES + 1], spent = 0;
    int n = 0;

    do {
        int rc = pure_once(a, run, state, &took[n]);

        if (rc != MPI_SUCCESS)
            return rc;
        spent += took[n++];
    } while (n < 2 || (n <= PURE_LAUNCHES && spent < pure_seconds));
    gsl_sort(took + 1, 1, (size_t)n - 1);
    *seconds = took[1 + (n - 2) / 4];
    return MPI_SUCCESS;
}

int computation_open(struct computation *c, const struct op_args *a,
                     op_run_fn *run, void *state)
{
    double pure = 0;
    int rc = MPI_SUCCESS;

    c->clock = a->clock;
    if (c->set.compute.times > 0)
        rc = pure_time(a, run, state, &pure);
    c->seconds = c->set.compute.seconds + c->set.compute.times * pure;
    if (rc == MPI_SUCCESS)
        rc = MPI_Barrier(a->comm); /* all ranks calibrate together */
    c->steps = (uint64_t)(c->seconds * arithmetic_speed(a->clock, &c->sink)) /
                   ((uint64_t)c->set.tests + 1) +
               1;
    return rc;
}

void computation_alone(struct computation *c)
{
    for (int i = 0; i <= c->set.tests; i++)
        arithmetic(&c->sink, c->steps);
}

/* Stops testing once the operation is complete. */
int computation_beside(struct computation *c,
                       int (*test)(void *state, bool *done), void *state)
{
    int rc = MPI_SUCCESS;
    bool done = false;

    arithmetic(&c->sink, c->steps);
    for (int i = 0; i < c->set.tests && rc == MPI_SUCCESS; i++) {
        if (!done)
            rc = test(state, &done);
        arithmetic(&c->sink, c->steps);
    }
    return rc;
}

json_t *computation_json(const struct computation *c)
{
    return json_pack("{s:f, s:I, s:i}", "compute", c->seconds, "steps",
                     (json_int_t)c->steps * (c->set.tests + 1), "tests",
                     c->set.tests);
}
