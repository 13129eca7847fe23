/* drift.h: fits models of drifting clocks to offsets at several times. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_DRIFT_H
#define CLOCKSYNC_DRIFT_H

#include "clocksync/model.h"
#include "clocksync/pairwise.h"

/* Returns how many of n points have a round trip less than twice the smallest.
 * The other points were delayed, e.g. by a time slice. */
int drift_sound(const struct pair_offset *points, int n);

/*
 * Fits a line to n >= 2 points of one pair. The epoch is the center of the
 * points, which makes the errors of offset and slope independent. Error bounds
 * (doc/clocks.md) are hard as long as the drift changes by at most
 * PAIR_MAX_RAMP per second. If no line passes through all envelopes, the drift
 * changed faster; then the model comes from the last point alone.
 */
struct clock_model drift_fit(const struct pair_offset *points, int n);

/* A slope known from elsewhere, at the time of the first point, and a hard
 * bound on its error; bound >= PAIR_MAX_DRIFT if it is unknown. */
struct drift_known {
    double slope, bound;
};

/*
 * Like drift_fit(), but uses a known slope. The epoch is that of the last
 * point, because the model serves for later times. If no line passes through
 * all envelopes, returns false and leaves *m unchanged.
 */
bool drift_extend(const struct pair_offset *points, int n,
                  const struct drift_known *known, struct clock_model *m);

/* Chains two models: `own` maps a clock to a reference clock, `reference` maps
 * that to the global clock. Returns the model that maps the clock to the global
 * one. */
struct clock_model drift_join(const struct clock_model *reference,
                              const struct clock_model *own);

#endif /* CLOCKSYNC_DRIFT_H */
