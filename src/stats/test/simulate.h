/* simulate.h: launch times of populations whose true figures are known. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_TEST_SIMULATE_H
#define MPIPERF_TEST_SIMULATE_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include "stats/stats.h"

/* Launches a round. */
enum { SIM_ROUND = 8 };

/*
 * The time of a launch is time(z, spread); z is normal with mean 0 and
 * variance 1 whatever the dependence, so that the figures of the population
 * do not change with it.
 */
struct population {
    const char *name;
    double (*time)(double z, double spread);
    double spread;
    double rho;    /* correlation of a launch's z with the next one's */
    double shared; /* part of the variance of z that a round has in common */
};

double time_normal(double z, double spread);    /* around 1 */
double time_lognormal(double z, double spread); /* around 1 */
/* `share` of the launches around `slow`, the others around 1. */
double time_two_modes(double z, double spread, double share, double slow);
/* 5, 30, 50 % of the launches belong to a slower mode. */
double time_tail(double z, double spread);
double time_modes(double z, double spread);
double time_halves(double z, double spread);
/* 5 % of the values are slower by that factor: 1.35, 2. */
double time_odd(double z, double spread);
double time_double(double z, double spread);

/* Mean of what is left when a share is cut off at each end; a share next to
 * one half gives the median. */
double population_mean(const struct population *p, double trim);

/* What earlier launches left behind; all zero to begin with. */
struct population_state {
    double z, common;
    size_t n;
};

/* The next launch. */
double population_draw(const struct population *p, struct population_state *s,
                       gsl_rng *rng);
/* A series of n launches in rounds of SIM_ROUND. */
void population_series(const struct population *p, struct series *s, size_t n,
                       gsl_rng *rng);

#endif /* MPIPERF_TEST_SIMULATE_H */
