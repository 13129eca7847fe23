/* launch.h: a turn: what ranks are told of it, its launches, which are the only
 * timed region there is, and what is known of them. */
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
    /* How often algo->compute runs by itself after a turn: one disturbed run
     * must not stand for the round. */
    TURN_COMPUTE = 3,
};

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
 * usage and mismatches. It begins with doubles. */
struct turn_times {
    double ready, end; /* global time at which the rank, or the last one, had
                          the order, and was through */
    double compute[TURN_COMPUTE]; /* times of algo->compute by itself */
    double error;                 /* rc */
    struct launch_times launch[TURN_MAX];
    struct usage usage[TURN_MAX]; /* from before a launch's start is awaited
                                      to its end; with method `free` the last
                                      launch has the whole turn's */
    long mismatches;
    int rc; /* first MPI error code, or MPI_SUCCESS */
};

/* A start so many seconds farther off than any schedule of ours, ahead or
 * behind, is one by clocks that are not the same. */
#define LAUNCH_ABSURD 5.0

/* Everything a launch needs on this rank. */
struct turn {
    const struct clock *clock;
    const struct clock_model *model;
    const struct op *op;
    MPI_Comm control; /* the harness's own; never used while time is taken */
    const struct method *method;
    barrier_fn *barrier; /* of method `barrier` */
    const struct arrival *arrival;
    const struct algo *algo;
    bool computes;  /* with its parameters */
    op_run_fn *run; /* what is launched: the algorithm's, or the operation's */
    void *state;    /* its first argument */
    void *own;      /* what the algorithm's create() or open() made */
    struct op_args *args;
    struct buffers *buffers;
    struct verify *verify; /* NULL: messages are written once */
    bool checks;           /* results, too */
    int first_root;        /* args->root of launch number 0 */
    bool rotate;           /* the root moves on with every launch */
    bool paper;            /* a rank that was ready at the start is on time */
    double dither_step;    /* seconds: starts are moved by up to
                              START_DITHER of it; 0: they are not */
    uint64_t launch;       /* number of the next launch of the case */
    ticks_t latest;        /* reading of the clock in the current turn */
    double set_back; /* the clock was, in that, by so many seconds; or 0 */
    struct watchdog *watchdog;      /* NULL: there is none */
    const struct turn_order *order; /* the turn under way */
    double message; /* of method `roundtime`: the longest time that a start
                       message took to this rank in the turn; 0: none came */
};

/* Makes the buffers ready for the first launch of a case; turn_run() does it
 * for all that follow. */
void turn_prepare(struct turn *s);

void turn_run(struct turn *s, const struct turn_order *order,
              struct turn_times *out);

/*
 * How late a rank is for a launch: it was ready, and began, so many seconds
 * after the start. A rank that waits for the start begins at its first reading
 * of the clock at or past it; by the paper's rule, which has no tolerance, that
 * is on time.
 */
double launch_late(bool paper, double ready, double began);

/* Which launches count (spec, step 3): the paper discards overruns too. */
enum launch_status { LAUNCH_VALID, LAUNCH_LATE, LAUNCH_OVERRUN };
enum launch_status launch_status(const struct launch_times *t,
                                 double tolerance);

#endif /* MPIPERF_LAUNCH_H */
