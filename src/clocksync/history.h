/* history.h: combines models of one clock from different times. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLOCKSYNC_HISTORY_H
#define CLOCKSYNC_HISTORY_H

#include "clocksync/drift.h"
#include "clocksync/model.h"

/* Offsets of earlier synchronizations, oldest first. */
enum { HISTORY_POINTS = 32 };
struct history {
    struct pair_offset points[HISTORY_POINTS];
    int n;
    struct drift_known known; /* slope known at the oldest offset */
};

/* Seconds after which an offset is dropped, unless it is the last one, because
 * clock rates change. */
#define HISTORY_SECONDS 32.0

/*
 * Adds a newer model of the same clock, and replaces *m by the combination of
 * all models: the offset at the new epoch, and the slope since the oldest
 * model. Its error bounds are hard as long as the drift changes by at most
 * PAIR_MAX_RAMP per second. If it changed faster (a clock was set), returns
 * false, drops all older models and leaves *m unchanged; otherwise returns
 * true. Does not change the first model, models of the global clock itself
 * (slope_bound 0), and m->residual.
 */
bool history_add(struct history *h, struct clock_model *m);

#endif /* CLOCKSYNC_HISTORY_H */
