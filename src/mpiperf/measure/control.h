/* control.h: rank 0's decisions: which stage comes next, and whether a row of
 * the case has been measured well enough. Pure: the time and what stages gave
 * come in, orders go out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CONTROL_H
#define MPIPERF_CONTROL_H

#include <stdbool.h>
#include <stdint.h>
#include "mpiperf/machine/usage.h"
#include "mpiperf/measure/launch.h"
#include "mpiperf/measure/measuring.h"
#include "mpiperf/measure/result.h"
#include "mpiperf/measure/stop.h"
#include "mpiperf/measure/visit_rule.h"
#include "mpiperf/methods/window.h"

/* What all ranks are told to do next. With method `window` launch i starts at
 * global time first_start + i * slot; with slot 0 one follows the other. */
struct stage_order {
    double first_start, slot;
    double lead;  /* of a start over the clock reading it was made from */
    int row;      /* index of the result to go on with; or one of these: */
    int launches; /* 1..STAGE_MAX */
    bool warmup;  /* never counted, and ahead of what is */
    uint64_t
        counted; /* a bit for each launch of the stage before that counts */
};
enum { ORDER_DONE = -1, ORDER_RENEW = -2 /* the clocks */ };

enum { STAGE_MAX = WINDOW_LAUNCHES_MAX };

/* How often algo->compute runs by itself after a stage: one disturbed run must
 * not stand for the round. */
enum { STAGE_COMPUTE = 3 };

/* What a stage gave, over all ranks. */
struct stage_report {
    struct launch_times launch[STAGE_MAX];
    struct usage usage[STAGE_MAX]; /* sums */
    double ready; /* global time at which the last rank had the order */
    double end;   /* global time at which the last rank was through */
    double compute[STAGE_COMPUTE]; /* slowest rank's times of algo->compute */
};

/* The state of one row: a variant of the case under one method. */
struct row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    long next_summary; /* valid launches at which to summarize again */
    bool windowed;     /* it has a window from an earlier stage 0 */
    bool enough;       /* for this visit; it may run on beside others */
    bool apart;        /* clocks are not the same */
    /* What the row had when the visit began. */
    struct {
        size_t kept; /* of its series */
        long launches, valid, late, overrun, stages;
        double seconds;
    } before;
    struct summary own; /* of the visit's launches */
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
    size_t first_round; /* of this visit */
    uint64_t counted;   /* for the next order */
    struct visit_limits limits;
    bool begun;   /* the visit: `since` is set */
    double since; /* global time up to which rows have been charged */
    uint64_t random;
};

/*
 * Between visits it keeps windows and the number of the round; control_open()
 * begins the only visit, unless control_visit() is called before each.
 * results[i] with reason set are left out. t_bcast: upper bound of the start
 * broadcast. The seed decides the order of turns.
 */
void control_open(struct control *c, const struct measuring *o,
                  struct result *results, size_t n, double t_bcast,
                  double tolerance, bool oversubscribed, uint64_t seed);
void control_close(struct control *c);

void control_visit(struct control *c, const struct visit_limits *limits);

/* Has the case more than the one visit? */
bool control_is_visited(const struct control *c);

/* The next stage, as of global time `now`; false when the visit is
 * done. */
bool control_next(struct control *c, double now, struct stage_order *order);

/* Takes in what the ordered stage gave, as of global time `now`. */
void control_account(struct control *c, const struct stage_order *order,
                     const struct stage_report *report, double now);

/* After a visit of several: whether the row is done, its visits having that
 * relative standard error together; NAN: not known. */
void control_judge(struct control *c, size_t row, double rse);

/* The valid launches of this visit to the row. Belongs to its result. */
struct series control_visit_times(const struct control *c, size_t row);

/* So many seconds were spent on what all rows have in common, such as buffers:
 * each is charged its share. */
void control_charge(struct control *c, double seconds);

/* So many seconds were spent on something that is no algorithm's. */
void control_pause(struct control *c, double seconds);

/* The ordered stage's operation failed: no more turns. Takes `cause` over. */
void control_fail(struct control *c, const struct stage_order *order,
                  char *cause);

#endif /* MPIPERF_CONTROL_H */
