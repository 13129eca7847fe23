/* window.h: how long a launch's slot is and how far ahead a stage starts.
 * Pure: the paper's rule (section 3) and ours, driven by what stages saw. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WINDOW_H
#define MPIPERF_WINDOW_H

#include <stdbool.h>
#include "lib/params.h"

struct window_config {
    int init_launches; /* k' of stage 0 */
    int launches;      /* k of the others */
    double eps;        /* share of invalid launches that is too much */
    double gamma;      /* 1.1 <= gamma < 2 */
    bool paper;        /* the published rule to the letter */
};

/* Most launches a stage may have, and seconds that each has. */
enum { WINDOW_LAUNCHES_MAX = 64 };
#define WINDOW_SLOT_MAX 10.0

/* Of a struct window_config; `paper` is the caller's and left alone. */
extern const struct param_table window_params;

/* What a stage looked like, over all ranks. */
struct stage_outcome {
    int launches;    /* on the stage's schedule */
    bool first_late; /* its first launch started late somewhere */
    int late;        /* launches that started late somewhere */
    int overrun;     /* launches that ended after their slot somewhere */
    double span;     /* tau' - tau: first start to the last rank's finish,
                        what comes after a launch included; the paper's without
                        it */
    double need;     /* longest way of the start message: latest rank's
                        readiness minus rank 0's clock when it was sent */
    double longest;  /* slowest launch of the stage, with what comes between
                        it and the next */
    int invalid;     /* late, overrun or both: what the paper discards; at
                        least the larger of the two is assumed */
};

/*
 * Start with window_start(); b and t_bcast are for use, the rest is memory.
 * Neither grows without bound: b ends at 10 s, t_bcast at 1 s, and they never
 * fall below 0.1 and 1 us.
 */
struct window {
    double b;         /* slot of one launch, seconds */
    double t_bcast;   /* lead of the first start over the clock reading */
    int clean;        /* stages in a row that b need not grow for */
    int patience;     /* so many of them, and b may shrink */
    double needed;    /* smallest `longest` of those */
    int gaps;         /* stages in a row late for what is between launches */
    int prompt;       /* stages in a row that the message was in time for */
    double need_least; /* smallest `need` of those */
};

/* t_bcast: as measured (step 2), safety factor included. b is 0: stage 0. */
void window_start(struct window *w, double t_bcast);
/* After stage 0: b = gamma * span / k'. */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s);
/*
 * Paper: more than eps of the launches invalid: b = gamma * span / k.
 *
 * Otherwise: more than eps of the launches overran, or were late behind
 * others: b = max(2b, gamma * span / k). A late first launch: t_bcast doubles;
 * what came late behind it says nothing about b.
 *
 * Neither grows where that cannot help: a rank that loses its core is late
 * with any b and t_bcast, and the more often the longer the stage is. So b
 * grows at once when a launch was longer than its slot, and when none was,
 * only after two stages with all launches behind the first one late, which is
 * what checking results between launches does; t_bcast grows only when the
 * message took more than half of it.
 *
 * When a disturbance has passed, after some stages without a reason to grow, b
 * returns to gamma * the slowest launch of the calmest stage, and t_bcast to
 * three times the longest `need`.
 */
void window_after_stage(struct window *w, const struct window_config *c,
                        const struct stage_outcome *s);

#endif /* MPIPERF_WINDOW_H */
