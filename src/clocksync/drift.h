/* drift.h: models of drifting clocks from offsets at several times. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_DRIFT_H
#define CLOCKSYNC_DRIFT_H

#include "clocksync/model.h"
#include "clocksync/pairwise.h"

/* Returns the number of the n points whose round trip is less than twice the
 * smallest one. Others were delayed, e.g. by a time slice. */
int drift_sound(const struct pair_offset *points, int n);

/*
 * Fits a line to n >= 2 points of one pair. Its epoch is the center of the
 * points, so that the errors of offset and slope are independent. Its bounds
 * (doc/clocks.md) are hard as long as the drift changes by no more than
 * PAIR_MAX_RAMP per second. If no line passes all envelopes, the drift changed
 * faster, and the model is that of the last point.
 */
struct clock_model drift_fit(const struct pair_offset *points, int n);

/* A slope known from elsewhere, at the time of the first point, and the hard
 * bound on its error; bound >= PAIR_MAX_DRIFT: unknown. */
struct drift_known {
    double slope, bound;
};

/*
 * Fits a line as drift_fit() does, using a known slope. The epoch is that of
 * the last point, as the model serves later times. Returns false and leaves *m
 * unchanged if no line passes all envelopes.
 */
bool drift_extend(const struct pair_offset *points, int n,
                  const struct drift_known *known, struct clock_model *m);

/* Combines two models: `own` maps a clock to a reference clock, `reference`
 * maps that to the global clock. Returns the model that maps the clock to the
 * global one. */
struct clock_model drift_join(const struct clock_model *reference,
                              const struct clock_model *own);

#endif /* CLOCKSYNC_DRIFT_H */
