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
 * 1 for any dependence between launches, so that the figures of the population
 * do not depend on it.
 */
struct population {
    const char *name;
    double (*time)(double z, double spread);
    double spread;
    double rho;    /* correlation of z between successive launches */
    double shared; /* share of the variance of z that is common to a round */
};

double time_normal(double z, double spread);    /* normal, around 1 */
double time_lognormal(double z, double spread); /* lognormal, around 1 */
/* Two modes: `share` of the launches around `slow`, the others around 1. */
double time_two_modes(double z, double spread, double share, double slow);
/* Two modes: 5, 30 and 50 % of the launches are slower by 3, 1.6 and 1.6. */
double time_tail(double z, double spread);
double time_modes(double z, double spread);
double time_halves(double z, double spread);
/* Two modes: 5 % of the launches are slower by 1.35 and 2. */
double time_odd(double z, double spread);
double time_double(double z, double spread);

/* Returns the mean after trimming this share at each end; a share near one half
 * gives the median. */
double population_mean(const struct population *p, double trim);

/* State from earlier launches; initially all zero. */
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
