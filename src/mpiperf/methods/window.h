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
    double span;     /* tau' - tau of the paper: from the first start to the
                        last rank's finish. What comes after the last launch is
                        included, except with --preset paper */
    double need;     /* longest way of the start message: latest rank's
                        readiness minus rank 0's clock when it was sent */
    double longest;  /* slowest launch of the stage, with what comes between
                        it and the next */
    int invalid;     /* late, overrun or both: what the paper discards; at
                        least the larger of the two is assumed */
};

/*
 * Start with window_start(). Callers use slot and lead, which the paper calls b
 * and t_bcast; the rest is what the rules remember. A slot is between 0.1 us
 * and 10 s, a lead between 1 us and 1 s.
 */
struct window {
    double slot;       /* of one launch, seconds */
    double lead;       /* of the first start over the clock reading */
    int clean;         /* stages in a row that need no longer slot */
    int patience;      /* after so many of them the slot may shrink */
    double needed;     /* smallest `longest` of those */
    int gaps;          /* stages in a row late for what is between launches */
    int prompt;        /* stages in a row that the message was in time for */
    double need_least; /* smallest `need` of those */
};

/* lead: as measured, safety factor included. The slot is 0, for stage 0. */
void window_start(struct window *w, double lead);
/* After stage 0: slot = gamma * span / k'. */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct stage_outcome *s);
/*
 * The rule of the paper: when more than eps of the launches were invalid,
 * b = gamma * span / k.
 *
 * Otherwise: when more than eps of the launches overran, or were late behind
 * others, slot = max(2 slot, gamma * span / k). When the first launch was late
 * the lead doubles; what came late behind it says nothing about the slot.
 *
 * Neither grows where that cannot help: a rank that loses its core is late with
 * any slot and lead, and the more often the longer the stage is. So the slot
 * grows at once when a launch was longer than it. When none was, it grows only
 * after two stages with all launches behind the first one late, which is what
 * checking results between launches does. The lead grows only when the message
 * took more than half of it.
 *
 * After some stages without a reason to grow, the disturbance is over: the slot
 * returns to gamma * the slowest launch of the calmest stage, and the lead to
 * three times the longest `need`.
 */
void window_after_stage(struct window *w, const struct window_config *c,
                        const struct stage_outcome *s);

#endif /* MPIPERF_WINDOW_H */
