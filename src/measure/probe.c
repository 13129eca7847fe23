/* probe.c: measure one operation for the harness's own use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "measure/probe.h"

#include <math.h>
#include "measure/pass.h"
#include "ops/families.h"

void measuring_default(struct measuring *m, const struct method **method)
{
    char *cause = NULL;

    *m = (struct measuring){
        .methods = method,
        .nmethods = 1,
        .max_rse = 0.01,
        .min_valid = 30,
        .max_launches = 5000,
        .max_time = 5,
        .stop_on_rse = true,
        .trim = 0.25,
        .confidence = 0.95,
        .redop = redop_find("sum"),
        .counts.rule = counts_find("equal"),
    };
    params_read(&window_params, &(struct params){0}, &m->window, &cause);
}

int harness_measure(const struct harness *h, const struct op *op,
                    long max_valid, double max_time, struct summary *out,
                    struct summary *rounds)
{
    struct variant native = {.algo = &algo_native, .label = "native"};
    const struct method *window = &method_window;
    const struct choice choice = {
        .op = op, .variants = &native, .nvariants = 1};
    const struct bench_case c = {
        .choice = &choice,
        .procs = h->size,
        .dtype = dtype_find("byte"),
    };
    struct measuring how;
    struct stats_options so;
    struct summary both[2] = {{.mean = NAN, .median = NAN},
                              {.mean = NAN, .median = NAN}};
    struct track t;
    struct session b;
    long wrong;
    int rc;

    measuring_default(&how, &window);
    how.min_valid = how.max_valid = max_valid;
    how.max_time = max_time;
    so = (struct stats_options){.trim = how.trim, .confidence = how.confidence};
    track_open(&t, h, &how, &c, 0);
    rc = session_open(&b, h, &how, &choice, h->size);
    if (rc == MPI_SUCCESS)
        rc = pass_run(&b, &t, &(struct pass_limits){0}, &wrong);
    if (h->rank == 0)
        mean_of_rounds(&both[1], &t.results->times, &so);
    track_finish(&t, h, &how);
    if (h->rank == 0)
        both[0] = t.results->summary;
    if (rc == MPI_SUCCESS)
        rc = MPI_Bcast(both, sizeof(both), MPI_BYTE, 0, h->comm);
    *out = both[0];
    *rounds = both[1];
    track_close(&t);
    session_close(&b);
    return rc;
}

/* Relative standard error above which a calibration is not believed. */
static const double calibrated = 0.1;

/* A trimmed mean of few different values, as those of a clock with steps are,
 * is not what a reading costs: 23 ns in steps of 10 would read 20. Rounds'
 * means are fine enough. Where few launches are valid, or they scatter, the
 * read cost stays what readings one behind the other take. */
void harness_calibrate(struct harness *h)
{
    struct summary s, rounds;

    h->null_overhead = NAN;
    if (harness_measure(h, null_ops[0], 200, 0.1, &s, &rounds) != MPI_SUCCESS ||
        isnan(rounds.mean))
        return;
    h->null_overhead = s.median;
    if (!(rounds.rse <= calibrated)) /* or not known */
        return;
    h->clock.read_cost = rounds.mean;
    if (rounds.mean > 2 * s.median && s.median > 0) /* interrupted */
        h->clock.read_cost = s.median;
}
