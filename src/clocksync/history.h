/* history.h: one clock's models over time, and the model they make. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_HISTORY_H
#define CLOCKSYNC_HISTORY_H

#include "clocksync/drift.h"
#include "clocksync/model.h"

/* The offsets of earlier synchronizations, oldest first. */
enum { HISTORY_POINTS = 32 };
struct history {
    struct pair_offset points[HISTORY_POINTS];
    int n;
    struct drift_known known; /* the slope that the oldest one found */
};

/* Offsets older than this are forgotten, but the last one: no clock's rate
 * stays what it is. Seconds. */
#define HISTORY_SECONDS 32.0

/*
 * Takes one more model of the same clock, later than all before, and turns it
 * into the one that all of them make: its offset is that of the new epoch, its
 * slope that since the oldest, and its bounds are hard as long as the rate of
 * drift changed no faster than PAIR_MAX_RAMP. Where it did (a clock was set),
 * false: all before is forgotten, and *m is left as it is. True for the first,
 * and for a model on its own clock (slope_bound 0), which has nothing to learn.
 * m->residual is left alone.
 */
bool history_add(struct history *h, struct clock_model *m);

#endif /* CLOCKSYNC_HISTORY_H */
