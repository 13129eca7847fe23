/* power.h: what so many runs can detect, and how many it takes. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef COMPARE_POWER_H
#define COMPARE_POWER_H

#include <stddef.h>

/* The test: rejects at alpha, found with a probability of `power`. */
struct power {
    double alpha, power;
};

/* The part of a shift that half an interval may have, so that the interval ends
 * short of the shift with that probability. */
double power_part(const struct power *p);

/* Two samples; how far values scatter is taken from pairs of one side. */
struct samples {
    const double *x[2];
    size_t n[2];
};

/*
 * The smallest shift that samples of this size and scatter would show. NAN:
 * none, however large, or the scatter is unknown (a single run a side).
 */
double power_smallest(const struct samples *s, const struct power *p);

/*
 * Runs of each side that show the shift (above 0). 0: unknown scatter, or
 * more than POWER_MOST.
 */
size_t power_runs(const struct samples *s, double shift, const struct power *p);

enum { POWER_MOST = 100000 };

#endif /* COMPARE_POWER_H */
