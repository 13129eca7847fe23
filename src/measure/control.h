/* control.h: rank 0's decisions: which turn comes next, and whether a row of
 * the case has been measured well enough. Pure: the time and what turns gave
 * come in, orders go out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CONTROL_H
#define MPIPERF_CONTROL_H

#include "measure/launch.h"
#include "measure/result.h"

/* The state of one row: a variant of the case under one method. */
struct row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    long next_summary;  /* valid launches at which to summarize again */
    bool windowed;      /* it has a window from an earlier warm-up */
    bool enough;        /* for this pass; it may run on beside others */
    bool apart;         /* clocks are not the same */
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
    double since; /* global time up to which rows have been charged: who adds to
                     it charges none; NAN: the pass has had no turn */
    uint64_t random;
};

/*
 * Between passes it keeps windows and the number of the round; control_open()
 * begins the only pass, unless control_pass() is called before each. Rows with
 * a reason get no turn. t_bcast: upper bound of the start broadcast. The seed
 * decides the order of turns.
 */
void control_open(struct control *c, const struct measuring *o,
                  struct result *results, size_t n, double t_bcast,
                  double tolerance, bool oversubscribed, uint64_t seed);
void control_close(struct control *c);

void control_pass(struct control *c, const struct pass_limits *limits);

/* Has the case more than the one pass? */
static inline bool control_has_passes(const struct control *c)
{
    return c->limits.rounds > 0;
}

/* The next turn, as of global time `now`; false when the pass is done. */
bool control_next(struct control *c, double now, struct turn_order *order);

/* Takes in what the ordered turn gave, as of global time `now`. */
void control_account(struct control *c, const struct turn_order *order,
                     const struct turn_times *report, double now);

/* After one pass of several: whether the row is done, its passes having that
 * relative standard error together; NAN: not known. */
void control_judge(struct control *c, size_t row, double rse);

/* So many seconds were spent on what all rows have in common, such as buffers:
 * each is charged its share. */
void control_charge(struct control *c, double seconds);

/* What a turn looked like to a window. */
struct turn_outcome counted_outcome(const struct control *c,
                                    const struct turn_order *order,
                                    const struct turn_times *report);
/* Adds a turn's launches to the row's result: how many were valid, late or
 * over, and of those that count the times, spans and figures; and tells the
 * row's window. c->counted is which count. */
void counted_turn(struct control *c, struct row *row,
                  const struct turn_outcome *s, const struct turn_order *order,
                  const struct turn_times *report);

#endif /* MPIPERF_CONTROL_H */
