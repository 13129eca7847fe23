/* control.h: rank 0's decisions: which turn comes next, and whether a row of
 * the case has been measured well enough. Pure: the time and what turns gave
 * come in, orders go out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CONTROL_H
#define MPIPERF_CONTROL_H

#include <stdbool.h>
#include <stdint.h>
#include "mpiperf/machine/usage.h"
#include "measure/launch.h"
#include "measure/measuring.h"
#include "measure/result.h"
#include "measure/stop.h"
#include "measure/window.h"

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

enum { TURN_MAX = WINDOW_LAUNCHES_MAX };

/* How often algo->compute runs by itself after a turn: one disturbed run must
 * not stand for the round. */
enum { TURN_COMPUTE = 3 };

/* What a turn gave, over all ranks. */
struct turn_report {
    struct launch_times launch[TURN_MAX];
    struct usage usage[TURN_MAX]; /* sums */
    double ready; /* global time at which the last rank had the order */
    double end;   /* global time at which the last rank was through */
    double compute[TURN_COMPUTE]; /* slowest rank's times of algo->compute */
};

/* The state of one row: a variant of the case under one method. */
struct row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    long next_summary; /* valid launches at which to summarize again */
    bool windowed;     /* it has a window from an earlier warm-up */
    bool enough;       /* for this pass; it may run on beside others */
    bool apart;        /* clocks are not the same */
    /* What the row had when the pass began. */
    struct {
        long launches, valid, late, overrun, rounds;
        double seconds;
    } before;
    struct summary own; /* of the pass's launches */
};

struct control {
    const struct measuring *o;
    double tolerance;    /* a start so much after its time is still on time */
    bool oversubscribed; /* more ranks than CPUs */
    double repeats;      /* of the operation in one launch; 1 unless set */
    double dither;       /* most that starts are moved by; 0 unless set */
    struct row *rows;
    size_t n;
    size_t *queue; /* indices of the rows whose turn is still to come in this
                      round; the last one is next */
    size_t queued; /* left */
    size_t round;
    uint64_t counted; /* for the next order */
    bool fell_back;   /* methods gave way to their fallbacks, for good */
    struct pass_limits limits;
    bool begun;   /* the pass: `since` is set */
    double since; /* global time up to which rows have been charged */
    uint64_t random;
};

/*
 * Between passes it keeps windows and the number of the round; control_open()
 * begins the only pass, unless control_pass() is called before each.
 * results[i] with reason set are left out. t_bcast: upper bound of the start
 * broadcast. The seed decides the order of turns.
 */
void control_open(struct control *c, const struct measuring *o,
                  struct result *results, size_t n, double t_bcast,
                  double tolerance, bool oversubscribed, uint64_t seed);
void control_close(struct control *c);

void control_pass(struct control *c, const struct pass_limits *limits);

/* Has the case more than the one pass? */
bool control_has_passes(const struct control *c);

/* The next turn, as of global time `now`; false when the pass is
 * done. */
bool control_next(struct control *c, double now, struct turn_order *order);

/* Takes in what the ordered turn gave, as of global time `now`. */
void control_account(struct control *c, const struct turn_order *order,
                     const struct turn_report *report, double now);

/* After one pass of several: whether the row is done, its passes having that
 * relative standard error together; NAN: not known. */
void control_judge(struct control *c, size_t row, double rse);

/* So many seconds were spent on what all rows have in common, such as buffers:
 * each is charged its share. */
void control_charge(struct control *c, double seconds);

/* So many seconds were spent on something that is no algorithm's. */
void control_pause(struct control *c, double seconds);

/* The ordered turn's operation failed: no more turns. Takes `cause` over. */
void control_fail(struct control *c, const struct turn_order *order,
                  char *cause);

#endif /* MPIPERF_CONTROL_H */
