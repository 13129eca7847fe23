/* launch.h: what is known of one launch, and whether it counts. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LAUNCH_H
#define MPIPERF_LAUNCH_H

#include <stdbool.h>
#include "ops/op.h"

/* One launch, each figure the largest over the ranks, in seconds. */
struct launch_times {
    double set_back;    /* > 0: the clock was, and nothing else is known */
    double late;        /* start minus scheduled start */
    double duration;    /* end minus start */
    double overrun;     /* end minus end of the slot; > 0: too long */
    double first, last; /* starts of the earliest and of the latest rank, since
                           the turn's first start, on the global clock */
    double end;         /* likewise */
    double gap;         /* from there to being ready for the next launch */
    double before;      /* what before() took ahead of it */
    double figures[2 * FIGURES_MAX]; /* as in struct result */
};

/* A start so many seconds farther off than any schedule of ours, ahead or
 * behind, is one by clocks that are not the same. */
#define LAUNCH_ABSURD 5.0

enum launch_status { LAUNCH_VALID, LAUNCH_LATE, LAUNCH_OVERRUN };

/*
 * How late a rank is for a launch: it was ready, and began, so many seconds
 * after the start. A rank that waits for the start begins at its first reading
 * of the clock at or past it; by the paper's rule, which has no tolerance, that
 * is on time.
 */
double launch_late(bool paper, double ready, double began);

/* Which launches count (spec, step 3); the paper discards overruns too. */
enum launch_status launch_status(const struct launch_times *t,
                                 double tolerance);
bool launch_counts(enum launch_status s, bool paper);

#endif /* MPIPERF_LAUNCH_H */
