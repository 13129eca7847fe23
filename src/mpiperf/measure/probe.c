/* probe.c: measure one operation for the harness's own use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include "mpiperf/measure/measure.h"

int harness_measure(const struct harness *h, const struct op *op,
                    long max_valid, double max_time, struct summary *out)
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
    struct measuring how = {
        .methods = &window,
        .nmethods = 1,
        .min_valid = max_valid,
        .max_valid = max_valid,
        .max_launches = 5000,
        .max_time = max_time,
        .stop_on_rse = true,
        .trim = 0.25,
        .confidence = 0.95,
        .redop = redop_find("sum"),
        .counts.rule = counts_find("equal"),
    };
    struct result r = {0};
    struct bench b;
    char *cause;
    long wrong;
    int rc;

    params_read(&window_params, &(struct params){0}, &how.window,
                &cause); /* defaults */
    rc = bench_open(&b, h, &how, &choice, h->size);
    if (rc == MPI_SUCCESS)
        rc = bench_measure(&b, &c, &r, &wrong);
    if (rc == MPI_SUCCESS)
        rc = MPI_Bcast(&r.summary, sizeof(r.summary), MPI_BYTE, 0, h->comm);
    *out = r.summary;
    result_free(&r);
    bench_close(&b);
    return rc;
}

void harness_calibrate(struct harness *h)
{
    struct summary s;

    h->null_overhead = NAN;
    if (harness_measure(h, op_find("null"), 200, 0.1, &s) != MPI_SUCCESS ||
        isnan(s.mean))
        return;
    h->null_overhead = s.median;
    h->clock.read_cost = s.mean;
}
