/* machine.h: a simulated machine that does as rank 0 orders. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_MEASURE_TEST_MACHINE_H
#define MPIPERF_MEASURE_TEST_MACHINE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "measure/schedule.h"

/* A machine on which algorithm i takes t[i] seconds, `first` more the first
 * time, the start message takes `message`, what is done between launches,
 * checking results say, `gap`, and what is done between turns `between`. */
struct sim {
    double now, t[3], first, message, gap, between;
    /* A launch's time, and what its last rank begins later than the first;
     * NULL: as above, and nothing. */
    double (*draw)(struct sim *s), (*lag)(struct sim *s);
    bool roundtime; /* each launch has a start of its own */
    int late_every; /* every so many launches a rank is late; 0: never */
    int slow_every; /* likewise a launch takes `slow` */
    double slow;
    double here, away; /* the core is there so long, then lost so long; here 0:
                          it is never lost */
    long launches, turns[3], warmups[3];
    size_t sequence[4096]; /* algorithms in the order of their turns */
    size_t nsequence;
};

/* The defaults; and what the paper has. */
struct measuring sim_options(void);
struct measuring sim_papers(void);

/* One turn, which the machine's time moves on by. */
void sim_turn(struct sim *s, const struct turn_order *o, struct turn_times *r);

/* A case of up to three algorithms of `null`, which is open. */
struct case_sim {
    struct measuring o;
    struct harness h;
    struct variant variants[3];
    struct choice choice;
    struct bench_case c;
    struct track t;
};

/* Its only pass begins. */
void case_open(struct case_sim *s, const struct measuring *o, size_t n);
/* Turns until there are no more, or, if `warmup`, to the last of the warm-up:
 * *order is the next one. */
void case_turns(struct case_sim *s, struct sim *m, bool warmup,
                struct turn_order *order);
/* Both, to the end of the pass: the rows. track_close(&s->t). */
struct result *case_run(struct case_sim *s, struct sim *m,
                        const struct measuring *o, size_t n);

#endif /* MPIPERF_MEASURE_TEST_MACHINE_H */
