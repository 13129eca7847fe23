/* probe.c: measure one operation for the harness's own use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/measure/measure.h"

int harness_measure(const struct harness *h, const struct options *o,
                    const struct op *op, long max_valid, double max_time,
                    struct summary *out)
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
    struct options probe = *o;
    struct result r = {0};
    struct bench b;
    char *cause = NULL;
    long wrong;
    int rc;

    probe.methods = &window;
    probe.nmethods = 1;
    probe.arrival = (struct arrival){0};
    /* Ours, whatever the user's cases are to be stopped by. */
    probe.paper = probe.samples = probe.verify = false;
    probe.window.paper = false;
    params_read(&window_params, &(struct params){0}, &probe.window,
                &cause); /* defaults */
    probe.max_rse = 0;
    probe.max_launches = 5000;
    probe.trim = 0.25;
    probe.min_valid = probe.max_valid = max_valid;
    probe.max_time = max_time;
    rc = bench_open(&b, h, &probe, &choice, h->size);
    if (rc == MPI_SUCCESS)
        rc = bench_measure(&b, &c, &r, &wrong);
    if (rc == MPI_SUCCESS)
        rc = MPI_Bcast(&r.summary, sizeof(r.summary), MPI_BYTE, 0, h->comm);
    *out = r.summary;
    result_free(&r);
    bench_close(&b);
    return rc;
}

void harness_calibrate(struct harness *h, const struct options *o)
{
    struct summary s;

    h->null_overhead = NAN;
    if (harness_measure(h, o, op_find("null"), 200, 0.1, &s) != MPI_SUCCESS ||
        isnan(s.mean))
        return;
    h->null_overhead = s.median;
    h->clock.read_cost = s.mean;
}
