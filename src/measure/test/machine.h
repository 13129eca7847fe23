/* machine.h: a simulated machine that executes rank 0's orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURE_TEST_MACHINE_H
#define MPIPERF_MEASURE_TEST_MACHINE_H

#include "lib/test/unit.h"
#include "measure/case_state.h"

/* A machine on which algorithm i takes t[i] seconds, and its first launch
 * `first` seconds more. The start message takes `message` seconds; work between
 * launches, such as checking results, `gap`; work between turns, `between`. */
struct sim {
    double now, t[3], first, message, gap, between;
    /* draw() returns the time of a launch; NULL: t[i]. lag() returns how much
     * later than the first its last rank begins; NULL: 0. */
    double (*draw)(struct sim *s), (*lag)(struct sim *s);
    bool roundtime; /* each launch has its own start time */
    int late_every; /* a rank is late in every n-th launch; 0: never */
    bool in_turns;  /* of two algorithms, one is late in each round */
    int slow_every; /* every n-th launch takes `slow` seconds; 0: never */
    double slow;
    double here, away; /* the core is available for `here` seconds, then lost
                          for `away` seconds; here 0: it is never lost */
    long launches, turns[3], warmups[3];
    size_t sequence[4096]; /* algorithm of each turn */
    size_t nsequence;
};

/* Default settings; settings of the paper. */
struct measuring sim_options(void);
struct measuring sim_papers(void);

/* Runs a turn, which advances the machine's time. */
void sim_turn(struct sim *s, const struct turn_order *o, struct turn_times *r);

/* An open case with up to three algorithms of operation `null`. */
struct case_sim {
    struct measuring o;
    struct harness h;
    struct variant variants[3];
    struct choice choice;
    struct bench_case c;
    struct case_state t;
};

/* Begins the case's only pass. */
void case_open(struct case_sim *s, const struct measuring *o, size_t n);
/* Runs turns until the pass is over; if `warmup`, until the warm-up is over:
 * then *order is the next turn. */
void case_turns(struct case_sim *s, struct sim *m, bool warmup,
                struct turn_order *order);
/* Opens a case, runs all turns of its pass, and returns its rows. The caller
 * must call case_state_close(&s->t). */
struct result *case_run(struct case_sim *s, struct sim *m,
                        const struct measuring *o, size_t n);

/* Returns the time t of a launch as a clock with this step measures it. The
 * wait for the start ends just after a step of the clock, or up to `late` steps
 * later. The launch then begins after a shift, which spin() makes `rate` times
 * as long. */
double sim_quantized(double t, double step, uint64_t launch, double late,
                     double rate);

#endif /* MPIPERF_MEASURE_TEST_MACHINE_H */
