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
#include "measure/control.h"
#include "measure/result.h"

/* A machine on which algorithm i takes t[i] seconds, `first` more the first
 * time, the start message takes `message`, and what is done between launches,
 * checking results say, `gap`. */
struct sim {
    double now, t[3], first, message, gap;
    int late_every; /* every so many launches a rank is late; 0: never */
    long launches, turns[3], warmups[3];
    size_t sequence[4096]; /* algorithms in the order of their turns */
    size_t nsequence;
};

/* The defaults. */
struct measuring sim_options(void);

/* One turn, which the machine's time moves on by. */
void sim_turn(struct sim *s, const struct turn_order *o, struct turn_times *r);

/* A case of n algorithms, to its end; sim_results_clear() its results. */
void sim_run(struct sim *s, const struct measuring *o, struct result *results,
             size_t n);
void sim_results_clear(struct result *results, size_t n);

#endif /* MPIPERF_MEASURE_TEST_MACHINE_H */
