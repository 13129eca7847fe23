/* turn.h: run the launches of one turn: the only timed region there is. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_TURN_H
#define MEASURE_TURN_H

#include "clocksync/clocksync.h"
#include "measure/launch.h"
#include "measure/method.h"
#include "measure/watchdog.h"
#include "ops/buffers.h"
#include "ops/op.h"
#include "ops/verify.h"

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
    struct verify *verify; /* NULL: results are not checked */
    int first_root;        /* args->root of launch number 0 */
    bool rotate;           /* the root moves on with every launch */
    bool paper;            /* a rank that was ready at the start is on time */
    double dither_step;    /* seconds: starts are moved by up to
                              START_DITHER of it; 0: they are not */
    uint64_t launch;       /* number of the next launch of the case */
    ticks_t latest;        /* reading of the clock in the current turn */
    double set_back; /* the clock was, in that, by so many seconds; or 0 */
    struct schedule schedule;  /* what the method knows of the current turn */
    struct watchdog *watchdog; /* NULL: there is none */
};

/* The start message: rank 0's order to all. MPI error code. */
int turn_order_bcast(MPI_Comm comm, struct turn_order *order);

/* Makes the buffers ready for the first launch of a case; turn_run() does it
 * for all that follow. */
void turn_prepare(struct turn *s);

void turn_run(struct turn *s, const struct turn_order *order,
              struct turn_times *out);

#endif /* MEASURE_TURN_H */
