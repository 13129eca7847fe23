/* pairwise.h: clock exchanges between two ranks, the basis of all methods. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_PAIRWISE_H
#define CLOCKSYNC_PAIRWISE_H

#include <mpi.h>
#include <stdbool.h>
#include "timers/quality.h"
#include "timers/timer.h"

/*
 * Assumptions behind the error bounds (doc/clocks.md). Two clocks drift apart
 * by at most PAIR_MAX_DRIFT: each timer may differ from its node's raw clock by
 * TIMER_MAX_RATE_PPM (other timers are rejected), and each quartz from its
 * nominal rate by 50 ppm. The drift changes by at most PAIR_MAX_RAMP per
 * second: two quartzes of 0.1 ppm per kelvin, one warming up and one cooling
 * down by 0.1 K per second.
 */
#define PAIR_MAX_DRIFT (2 * (TIMER_MAX_RATE_PPM + 50) * 1e-6)
#define PAIR_MAX_RAMP 2e-8

struct pair_offset {
    double offset; /* reference's time minus client's time, in the exchange with
                    * the smallest round trip */
    double epoch;  /* client's time in that exchange */
    double rtt;    /* smallest round trip, seconds */
    double lo, hi; /* hard envelope: the true offset lies between these */
    long exchanges;
};

/* One exchange: readings of the client's clock, the reference's clock, and the
 * client's clock again. */
struct exchange {
    double asked, answered, received;
};

/* Adds an exchange to the result *p, which is all zero at first. Readings may
 * be too small by up to `grain`, the timer's resolution. Returns true if the
 * round trip is the smallest so far. Pure. */
bool pair_add(struct pair_offset *p, const struct exchange *x, double grain);

/* Returns a hard bound on the error of p->offset: its distance from the farther
 * end of the envelope. */
double pair_bound(const struct pair_offset *p);

/*
 * Compare the clocks of two ranks: one calls pair_client(), the other
 * pair_reference(). The client sends requests, and the reference answers with
 * its clock, until d exchanges in a row had no smaller round trip or
 * PAIR_MAX_SECONDS have passed. The client sleeps until the reference is ready;
 * it gets the result. Both return an MPI error code.
 */
#define PAIR_MAX_SECONDS 0.1
int pair_client(MPI_Comm comm, int reference, const struct clock *clock, int d,
                struct pair_offset *out);
int pair_reference(MPI_Comm comm, int client, const struct clock *clock);

#endif /* CLOCKSYNC_PAIRWISE_H */
