/* probe.h: operations measured for the harness's own use. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_PROBE_H
#define MEASURE_PROBE_H

#include "measure/harness.h"
#include "measure/measuring.h"
#include "stats/stats.h"

struct op;

/* What is measured by that one method, where nobody says anything else. */
void measuring_default(struct measuring *m, const struct method **method);

/*
 * Measures the operation `null`: what the harness itself costs. Sets
 * null_overhead to the median, NAN when no launch was valid, and the clock's
 * read_cost to the mean of rounds, which is what a reading costs in the timed
 * region; that stays as it is where the mean is not known to 10 %. Collective.
 */
void harness_calibrate(struct harness *h);

/* Measures one operation by itself, in windows, with so many valid launches or
 * seconds at most, whatever the user's cases are to be measured by. Collective;
 * *out and *rounds, that of mean_of_rounds(), the same on all ranks. */
int harness_measure(const struct harness *h, const struct op *op,
                    long max_valid, double max_time, struct summary *out,
                    struct summary *rounds);

#endif /* MEASURE_PROBE_H */
