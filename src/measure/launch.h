/* launch.h: what ranks are told of a turn, and what is known of it and of its
 * launches. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LAUNCH_H
#define MPIPERF_LAUNCH_H

#include <stdbool.h>
#include <stdint.h>
#include "measure/window.h"
#include "mpiperf/machine/usage.h"
#include "ops/op.h"

enum { TURN_MAX = WINDOW_LAUNCHES_MAX };

/* How often algo->compute runs by itself after a turn: one disturbed run must
 * not stand for the round. */
enum { TURN_COMPUTE = 3 };

/* What all ranks are told to do next. With method `window` launch i starts at
 * global time first_start + i * slot; with slot 0 one follows the other. */
struct turn_order {
    double first_start, slot;
    double lead;      /* of a start over the clock reading it was made from */
    int row;          /* index of the result to go on with; or one of these: */
    int launches;     /* 1..TURN_MAX */
    bool warmup;      /* never counted, and ahead of what is */
    bool fallback;    /* by what the row's method falls back to */
    uint64_t counted; /* a bit for each launch of the turn before that counts */
};
enum { ORDER_DONE = -1, ORDER_RENEW = -2 /* the clocks */ };

/* One launch, each figure of one rank or the largest over the ranks, in
 * seconds. */
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

/* A turn as one rank saw it, or over all ranks: the largest times, sums of
 * usage and mismatches. */
struct turn_times {
    struct launch_times launch[TURN_MAX];
    struct usage usage[TURN_MAX]; /* from before a launch's start is awaited
                                      to its end; with method `free` the last
                                      launch has the whole turn's */
    double ready, end; /* global time at which the rank, or the last one, had
                          the order, and was through */
    double compute[TURN_COMPUTE]; /* times of algo->compute by itself */
    size_t nfigures; /* of the operation and the algorithm, in each launch */
    long mismatches;
    int rc; /* first MPI error code, or MPI_SUCCESS */
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
