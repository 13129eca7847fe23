/* launch.h: a turn: the order that ranks receive, the launches, which are the
 * only timed regions, and their measured times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_LAUNCH_H
#define MPIPERF_LAUNCH_H

#include "clocksync/model.h"
#include "measure/watchdog.h"
#include "mpiperf/machine/sysfile.h"
#include "ops/buffers.h"
#include "ops/verify.h"

enum {
    TURN_MAX = WINDOW_LAUNCHES_MAX,
    /* Number of times that algo->compute is timed alone after a turn. It is
     * more than one, so that a single disturbed time does not represent the
     * round. */
    TURN_COMPUTE = 3,
};

/* An order of rank 0 to all ranks: the next turn. With method `window` launch i
 * starts at global time first_start + i * slot; with slot 0 launches follow
 * each other without a schedule. */
struct turn_order {
    double first_start, slot;
    double lead;      /* seconds from the reading of the clock to the start
                         computed from it */
    int row;          /* index of the row, or ORDER_DONE or ORDER_RENEW */
    int launches;     /* 1..TURN_MAX */
    bool warmup;      /* launches are not counted, and precede those that are */
    bool fallback;    /* use the fallback of the row's method */
    uint64_t counted; /* bit i: launch i of the previous turn counts */
};
enum { ORDER_DONE = -1, ORDER_RENEW = -2 /* synchronize the clocks again */ };

/* Times of one launch in seconds, of one rank or the maximum over the ranks. */
struct launch_times {
    double set_back;    /* > 0: seconds that the clock was set back; nothing
                           else is known */
    double late;        /* start minus scheduled start */
    double duration;    /* end minus start */
    double overrun;     /* end minus end of the slot; > 0: too long */
    double first, last; /* starts on the earliest and the latest rank, since the
                           turn's first start, on the global clock */
    double end;         /* end, since the turn's first start (global clock) */
    double gap;         /* from `end` until ready for the next launch */
    double before;      /* duration of before() ahead of the launch */
    double figures[2 * FIGURES_MAX]; /* in the order of struct result */
};

/* Results of a turn, of one rank or over all ranks: maxima of times, sums of
 * usage and mismatches. The members up to `launch` are doubles. */
struct turn_times {
    double ready, end; /* global time at which the rank, or the last rank, had
                          the order, and had finished */
    double compute[TURN_COMPUTE]; /* times of algo->compute alone */
    double error;                 /* rc, as a double */
    struct launch_times launch[TURN_MAX];
    struct usage usage[TURN_MAX]; /* from before the launch's start is awaited
                                     to its end; with method `free` the last
                                     launch has the whole turn's */
    long mismatches;
    int rc; /* first MPI error code, or MPI_SUCCESS */
};

/* A launch that starts this many seconds earlier or later than scheduled shows
 * that the ranks' clocks disagree: no schedule has such delays. */
#define LAUNCH_ABSURD 5.0

/* Everything that a launch needs on this rank. */
struct turn {
    const struct clock *clock;
    const struct clock_model *model;
    const struct op *op;
    MPI_Comm control; /* the harness's own; not used during a launch */
    const struct method *method;
    barrier_fn *barrier; /* of method `barrier` */
    const struct arrival *arrival;
    const struct algo *algo;
    bool computes;  /* the algorithm does, with its parameters */
    op_run_fn *run; /* what is launched: the algorithm's or operation's */
    void *state;    /* first argument of run() */
    void *own;      /* state made by the algorithm's create() or open() */
    struct op_args *args;
    struct buffers *buffers;
    struct verify *verify; /* NULL: messages are written once */
    bool checks;           /* results, too */
    int first_root;        /* args->root of launch number 0 */
    bool rotate;           /* the root changes with every launch */
    bool paper;            /* the paper's rule: a rank that was ready at the
                              start is not late */
    uint64_t launch;       /* number of the next launch of the case */
    ticks_t latest;        /* latest reading of the clock in the current turn */
    double set_back; /* seconds that the clock was set back in that turn */
    struct watchdog *watchdog;      /* NULL: none */
    const struct turn_order *order; /* order of the current turn */
    double message; /* method `roundtime`: the longest time that a start message
                       took to this rank in the turn; 0: none arrived */
};

/* Fills the buffers for the first launch of a case; turn_run() does so for the
 * following launches. */
void turn_prepare(struct turn *s);

void turn_run(struct turn *s, const struct turn_order *order,
              struct turn_times *out);

/*
 * Returns by how many seconds a rank is late for a launch. `ready` and `began`
 * are the times at which it was ready and began, in seconds after the start. A
 * rank that waits for the start begins at its first reading of the clock at or
 * after it; by the paper's rule, which has no tolerance, that is on time.
 */
double launch_late(bool paper, double ready, double began);

/* True if a launch counts. By the rules of the paper, overruns do not. */
enum launch_status { LAUNCH_VALID, LAUNCH_LATE, LAUNCH_OVERRUN };
enum launch_status launch_status(const struct launch_times *t,
                                 double tolerance);

#endif /* MPIPERF_LAUNCH_H */
