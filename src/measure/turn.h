/* turn.h: a turn: rank 0's order for it, its launches (the only timed regions
 * of the program), and their times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_TURN_H
#define MEASURE_TURN_H

#include "clocksync/model.h"
#include "machine/sysfile.h"
#include "measure/lasts.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "ops/verify.h"

enum {
    TURN_MAX = WINDOW_LAUNCHES_MAX,
    /* Number of times that algo->compute is timed alone after a turn; several,
     * so that one disturbed time does not determine the round's value. */
    TURN_COMPUTE = 3,
};

/* Rank 0's order to all ranks for the next turn. With method `window`, launch i
 * starts at global time first_start + i * slot; slot 0 means that launches
 * follow each other without a schedule. */
struct turn_order {
    double first_start, slot;
    double lead;      /* seconds from rank 0's reading of the clock to
                         first_start */
    int row;          /* index of the row, or ORDER_DONE or ORDER_RENEW */
    int launches;     /* 1..TURN_MAX */
    bool warmup;      /* launches are not counted */
    bool fallback;    /* use the fallback of the row's method */
    uint64_t counted; /* bit i: launch i of the previous turn counts */
};
enum { ORDER_DONE = -1, ORDER_RENEW = -2 /* synchronize the clocks again */ };

/* Times of one launch in seconds: one rank's, or the maximum over all ranks. */
struct launch_times {
    double set_back;    /* > 0: seconds by which the clock was set back; then no
                           other time is valid */
    double late;        /* start minus scheduled start */
    double duration;    /* end minus start */
    double overrun;     /* end minus end of the slot; > 0 if too late */
    double first, last; /* starts on the earliest and the latest rank, since the
                           turn's first start (global clock) */
    double end;         /* end, global clock, since the turn's first start */
    double gap;         /* from `end` until ready for the next launch */
    double before;      /* duration of before() */
    double figures[2 * FIGURES_MAX]; /* in the order of result.figures */
};

/* Results of a turn on one rank; or over all ranks: maxima of times, sums of
 * usage and mismatches. The members up to `launch` are doubles. */
struct turn_times {
    double ready, end; /* global times at which the rank (over all: the last
                          rank) was ready for the turn, and had ended it */
    double compute[TURN_COMPUTE]; /* times of algo->compute alone */
    double error;                 /* rc as a double, to be reduced */
    struct launch_times launch[TURN_MAX];
    struct usage usage[TURN_MAX]; /* usage from the wait for the launch's start
                                     to its end; with method `free`, the last
                                     launch has that of the whole turn */
    struct last_end last[TURN_MAX]; /* over all ranks only */
    long mismatches;
    int rc; /* first MPI error code, or MPI_SUCCESS */
};

/* If a launch starts this many seconds too early or too late, the ranks' clocks
 * disagree: no schedule is ever missed by so much. */
#define LAUNCH_ABSURD 5.0

/* Everything that a launch needs on this rank. */
struct turn {
    const struct clock *clock;
    const struct clock_model *model;
    const struct op *op;
    MPI_Comm control; /* for harness messages; not used in a launch */
    const struct method *method;
    barrier_fn *barrier; /* the barrier of method `barrier` */
    const struct arrival *arrival;
    int place; /* rank among those of all --groups */
    const struct algo *algo;
    bool computes;  /* settings of the algorithm's computation */
    op_run_fn *run; /* the function to launch, of algorithm or operation */
    void *state;    /* first argument of run() */
    void *own;      /* made by the algorithm's create() or open() */
    struct op_args *args;
    struct buffers *buffers;
    struct verify *verify; /* NULL: buffers are filled only once */
    bool checks;           /* check results, too */
    int first_root;        /* args->root of launch number 0 */
    bool rotate;           /* each launch has a different root */
    bool paper;            /* the paper's rule: a rank ready at the start time
                              is not late */
    uint64_t launch;       /* number of the case's next launch */
    ticks_t latest;        /* latest reading of the clock in the current turn */
    double set_back; /* seconds by which the clock was set back in that turn */
    double slept;    /* seconds of sleep, all turns */
    struct watchdog *watchdog;      /* or NULL */
    const struct turn_order *order; /* order of the current turn */
    double message; /* method `roundtime`: longest time in this turn that a
                       start message took to this rank; 0 if none arrived */
};

/* Fills the buffers for the first launch of a case; turn_run() fills them for
 * each later launch. */
void turn_prepare(struct turn *s);

void turn_run(struct turn *s, const struct turn_order *order,
              struct turn_times *out);

/*
 * Returns by how many seconds a rank starts a launch late. `ready` and `began`:
 * times at which the rank was ready and began, in seconds after the start. A
 * rank that waits for the start begins at its first clock reading at or after
 * the start; by the paper's rule, which has no tolerance, that is on time.
 */
double launch_late(bool paper, double ready, double began);

/* Status of a launch. A late launch does not count; one that overran its slot
 * does, except by the paper's rules. */
enum launch_status { LAUNCH_VALID, LAUNCH_LATE, LAUNCH_OVERRUN };
enum launch_status launch_status(const struct launch_times *t,
                                 double tolerance);

#endif /* MEASURE_TURN_H */
