/* drift.h: a clock that drifts, from offsets taken at several times. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_DRIFT_H
#define CLOCKSYNC_DRIFT_H

#include "clocksync/model.h"
#include "clocksync/pairwise.h"

/* How many of n points were not spoilt, by a time slice say: those whose round
 * trip is less than twice the smallest. */
int drift_sound(const struct pair_offset *points, int n);

/*
 * The straight line through n >= 2 points of one pair, which stands for the
 * drift at its epoch: their centre, so that the errors of offset and slope are
 * independent. Bounds are those of doc/clocks.md: hard as long as the rate of
 * drift changes by no more than PAIR_MAX_RAMP a second; where no line passes
 * all envelopes it did, and the last point is all that is known.
 */
struct clock_model drift_fit(const struct pair_offset *points, int n);

/* A slope from elsewhere, at the time of the first point, and the hard bound on
 * its error; PAIR_MAX_DRIFT or more: it is not known. */
struct drift_known {
    double slope, bound;
};

/*
 * The same with a slope that is known, of points that the clock is to be told
 * from now on: the epoch is the last one's. False, and *m is left alone: no
 * line passes all envelopes.
 */
bool drift_extend(const struct pair_offset *points, int n,
                  const struct drift_known *known, struct clock_model *m);

/* A clock whose model against the reference is `own`, the reference's against
 * the global clock `reference`: its model against the global clock. */
struct clock_model drift_join(const struct clock_model *reference,
                              const struct clock_model *own);

#endif /* CLOCKSYNC_DRIFT_H */
