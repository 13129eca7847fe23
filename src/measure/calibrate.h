/* calibrate.h: measures the overhead of the harness. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_CALIBRATE_H
#define MEASURE_CALIBRATE_H

#include "measure/harness.h"

/* Statistics of launch times: seconds, except the relative standard error;
 * `rounds` is the mean over rounds. NAN if no launch was valid. */
struct measured {
    double mean, median, rse, rounds;
};

/* Measures one operation by the window method, with at most max_valid valid
 * launches and max_time seconds, regardless of the user's settings. Collective;
 * *out is equal on all ranks. Returns an MPI error code. */
int harness_measure(struct harness *h, const struct op *op, long max_valid,
                    double max_time, struct measured *out);

/* Measures null_overhead, and the cost of a clock reading in a launch (the mean
 * over rounds of the empty operation's times). If known to 10 %, this cost
 * replaces the clock's read_cost. Collective over h->comm. */
void harness_calibrate(struct harness *h);

#endif /* MEASURE_CALIBRATE_H */
