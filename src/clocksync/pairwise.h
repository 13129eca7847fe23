/* pairwise.h: clock exchanges between two ranks, the basis of all methods. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_PAIRWISE_H
#define CLOCKSYNC_PAIRWISE_H

#include <mpi.h>
#include <stdbool.h>
#include "timers/quality.h"
#include "timers/timer.h"

/*
 * Assumptions of the error bounds (doc/clocks.md). Two clocks drift apart no
 * faster than PAIR_MAX_DRIFT: each timer may differ from its node's raw clock
 * by TIMER_MAX_RATE_PPM, above which it is rejected, and each quartz by 50 ppm
 * from its nominal rate. The drift changes by no more than PAIR_MAX_RAMP per
 * second: two quartzes of 0.1 ppm per kelvin, one of which warms up and one
 * cools down by 0.1 K per second.
 */
#define PAIR_MAX_DRIFT (2 * (TIMER_MAX_RATE_PPM + 50) * 1e-6)
#define PAIR_MAX_RAMP 2e-8

struct pair_offset {
    double offset; /* T_reference - T_client, by the exchange with the smallest
                      round trip */
    double epoch;  /* client's local time of that exchange */
    double rtt;    /* the smallest round trip, seconds */
    double lo, hi; /* hard envelope: the true offset is in [lo, hi] */
    long exchanges;
};

/* One exchange: readings of the client's clock, the reference's, and the
 * client's again. */
struct exchange {
    double asked, answered, received;
};

/*
 * Adds an exchange to the result *p, which is initially all zero. `grain` is
 * the timer resolution: a reading may be this much too small. Returns true if
 * its round trip is the smallest so far. Pure.
 */
bool pair_add(struct pair_offset *p, const struct exchange *x, double grain);

/* Returns a hard bound on the error of p->offset: the envelope's farther
 * end. */
double pair_bound(const struct pair_offset *p);

/*
 * Compare the clocks of two ranks; each rank calls its side. The client asks
 * and the reference answers with its clock, until d exchanges in a row had no
 * smaller round trip, or PAIR_MAX_SECONDS are over. The client sleeps until the
 * reference is ready, and gets the result. Return an MPI error code.
 */
#define PAIR_MAX_SECONDS 0.1
int pair_client(MPI_Comm comm, int reference, const struct clock *clock, int d,
                struct pair_offset *out);
int pair_reference(MPI_Comm comm, int client, const struct clock *clock);

#endif /* CLOCKSYNC_PAIRWISE_H */
