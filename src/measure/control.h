/* control.h: a case from its first pass to its last: its rows, and what rank 0
 * decides by: which turn comes next, and when a row has been measured well
 * enough. No messages: the time and what turns gave come in, orders go out. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_CONTROL_H
#define MPIPERF_CONTROL_H

#include "measure/launch.h"
#include "measure/result.h"
#include "measure/session.h"

/* The state of one row: a variant of the case under one method. */
struct row {
    struct result *r;
    struct window w;
    enum { ROW_FIRST, ROW_INIT, ROW_RUN } phase;
    size_t round;       /* in which it last had its turn */
    long next_summary;  /* valid launches at which to summarize again */
    bool windowed;      /* it has a window from an earlier warm-up */
    bool enough;        /* for this pass; it may run on beside others */
    bool apart;         /* clocks are not the same */
    struct summary own; /* of the pass's launches */
};

struct track {
    const struct harness *h;
    const struct measuring *o;
    const struct bench_case *c;
    size_t n;        /* rows: of each algorithm under each method, those of the
                        first method first */
    bool watched;    /* gauges are read before and after a pass */
    double repeats;  /* of the operation in one launch; 1 unless set */
    long pass;       /* number of the run's, under way; 0 unless set */
    uint64_t launch; /* number of the next one, turns 0 included; the same on
                        all ranks of the case */
    /* The rest is rank 0's. */
    struct result *results; /* NULL on other ranks */
    struct row *rows;       /* NULL once the case is finished */
    double at;              /* seconds from the run's start to the pass's */
    double tolerance;       /* a start so much after its time is on time */
    double dither;          /* most that starts are moved by */
    size_t round;
    uint64_t counted; /* for the next order */
    bool fell_back;   /* methods gave way to their fallbacks, for good */
    struct pass_limits limits;
    double since; /* global time up to which rows have been charged: who adds to
                     it charges none; NAN: the pass has had no turn */
    uint64_t random;
};

/* As all zero it can be closed. The order of turns is made of the seed and the
 * size. */
void track_open(struct track *t, const struct harness *h,
                const struct measuring *o, const struct bench_case *c,
                uint64_t seed);
void track_close(struct track *t);

/* Has the case more than the one pass? */
static inline bool track_has_passes(const struct track *t)
{
    return t->limits.rounds > 0;
}

/* The next ones change rows; they do nothing on ranks but 0, which have none.
 */

/* A variant cannot run under any method. Rows that no pass has measured have
 * no figures and get the reason, unless they have one; others end. */
void track_refuse(struct track *t, size_t variant, const char *cause);
/* The same of all variants. */
void track_fail(struct track *t, const char *cause);
/* So many seconds were spent on what all rows have in common, such as buffers:
 * each is charged its share. */
void track_charge(struct track *t, double seconds);
/* A pass has ended: keeps of its launches what is to be kept, and says of each
 * row whether it goes on. */
void track_passed(struct track *t);
/* Makes figures of the rows and drops the launches that they are made of. */
void track_finish(struct track *t);

/* Of rank 0. The largest relative standard error of its rows that go on, over
 * the one that is asked for; INFINITY: one is not known; -1: all are done. */
double track_missing(const struct track *t);
/* Rows that are not done have stopped now for that reason. */
void track_stop(struct track *t, enum stop why);

/* A pass begins. Windows and the number of the round go on. */
void control_pass(struct track *t, const struct pass_limits *limits);
/* The next turn, as of global time `now`; false when the pass is done. Rows
 * with a reason get none. */
bool control_next(struct track *t, double now, struct turn_order *order);
/* Takes in what the ordered turn gave, as of global time `now`. */
void control_account(struct track *t, const struct turn_order *order,
                     const struct turn_times *report, double now);
/* Whether the row is done, which has that relative standard error; NAN: not
 * known. */
void control_judge(struct track *t, struct row *row, double rse);

#endif /* MPIPERF_CONTROL_H */
