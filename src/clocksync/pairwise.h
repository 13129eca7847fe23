/* pairwise.h: the exchange of two ranks that all methods are built from. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_PAIRWISE_H
#define CLOCKSYNC_PAIRWISE_H

#include <mpi.h>
#include <stdbool.h>
#include "timers/quality.h"
#include "timers/timer.h"

/*
 * What bounds of the error take for granted (doc/clocks.md). Two clocks drift
 * apart no faster than PAIR_MAX_DRIFT: each timer may be TIMER_MAX_RATE_PPM off
 * its node's raw clock and is unfit beyond, and the quartz below each, 50 ppm
 * off its nominal rate. Nor does the rate at which they do change by more than
 * PAIR_MAX_RAMP a second: two quartzes of 0.1 ppm a kelvin, one of which gets
 * warmer and the other cooler by 0.1 K a second.
 */
#define PAIR_MAX_DRIFT (2 * (TIMER_MAX_RATE_PPM + 50) * 1e-6)
#define PAIR_MAX_RAMP 2e-8

struct pair_offset {
    double offset; /* T_reference - T_client, at the smallest round trip */
    double epoch;  /* client's local time then */
    double rtt;    /* the smallest round trip, seconds */
    double lo, hi; /* hard envelope: the true offset lies in [lo, hi] */
    long exchanges;
};

/* One exchange; the client's clock, the reference's, the client's again. */
struct exchange {
    double asked, answered, received;
};

/*
 * Takes one more exchange into account; *p starts as all zero. `grain` is how
 * far a reading may lie below the time it stands for. True when
 * its round trip is the smallest so far. Pure.
 */
bool pair_add(struct pair_offset *p, const struct exchange *x, double grain);

/* Hard bound on the error of p->offset: the farther end of the envelope. */
double pair_bound(const struct pair_offset *p);

/*
 * The client (spec, step 1) asks, the reference answers with its clock, until
 * the smallest round trip has not improved for d exchanges in a row, or
 * PAIR_MAX_SECONDS are over. Both ranks call their side; the client gets the
 * result, and sleeps until the reference is there. MPI error code.
 */
#define PAIR_MAX_SECONDS 0.1
int pair_client(MPI_Comm comm, int reference, const struct clock *clock, int d,
                struct pair_offset *out);
int pair_reference(MPI_Comm comm, int client, const struct clock *clock);

#endif /* CLOCKSYNC_PAIRWISE_H */
