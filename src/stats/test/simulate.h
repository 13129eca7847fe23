/* simulate.h: simulated launch times of populations with known figures. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_SIMULATE_H
#define MPIPERF_TEST_SIMULATE_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include "stats/stats.h"

/* Launches per round. */
enum { SIM_ROUND = 8 };

/*
 * The time of a launch is time(z, spread). z is normal with mean 0 and variance
 * 1, however launches depend on each other, so that the figures of the
 * population are the same for any dependence.
 */
struct population {
    const char *name;
    double (*time)(double z, double spread);
    double spread;
    double rho;    /* correlation of z between consecutive launches */
    double shared; /* share of z's variance that is common to a round */
};

double time_normal(double z, double spread);    /* normal, around 1 */
double time_lognormal(double z, double spread); /* lognormal, around 1 */
/* Two modes: `share` of the launches are around `slow`, the others around 1. */
double time_two_modes(double z, double spread, double share, double slow);
/* Two modes: 5, 30 and 50 % of launches take 3, 1.6 and 1.6 times as long. */
double time_tail(double z, double spread);
double time_modes(double z, double spread);
double time_halves(double z, double spread);
/* Two modes: 5 % of the launches take 1.35 and 2 times as long. */
double time_odd(double z, double spread);
double time_double(double z, double spread);

/* Returns the mean after trimming this share at each end; a share of nearly one
 * half gives the median. */
double population_mean(const struct population *p, double trim);

/* What later launches depend on; all zero at first. */
struct population_state {
    double z, common;
    size_t n;
};

/* Returns the time of the next launch. */
double population_draw(const struct population *p, struct population_state *s,
                       gsl_rng *rng);
/* Makes a series of n launches in rounds of SIM_ROUND. */
void population_series(const struct population *p, struct series *s, size_t n,
                       gsl_rng *rng);

#endif /* MPIPERF_TEST_SIMULATE_H */
