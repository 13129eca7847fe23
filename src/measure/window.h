/* window.h: how long a launch's slot is and how far ahead a turn starts.
 * Pure: the paper's rule (section 3) and ours, driven by what turns saw. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_WINDOW_H
#define MPIPERF_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include "lib/params.h"

struct window_config {
    int init_launches; /* k' of the warm-up */
    int launches;      /* k of the others */
    double eps;   /* the paper: share of invalid launches that is too much */
    double gamma; /* 1.1 <= gamma < 2 */
    bool paper;   /* the published rule to the letter */
};

/* Most launches a turn may have, and seconds that each has. */
enum { WINDOW_LAUNCHES_MAX = 64 };
#define WINDOW_SLOT_MAX 10.0

/* Of a struct window_config; `paper` is the caller's and left alone. */
extern const struct param_table window_params;

/* What a turn looked like, over all ranks. */
struct turn_outcome {
    int launches;    /* on the turn's schedule */
    bool first_late; /* its first launch started late somewhere */
    int invalid; /* launches that started late somewhere or ended after their
                    slot: what the paper discards */
    double span; /* tau' - tau of the paper: from the first start to the
                    last rank's finish, with what comes after the last launch
                    but for --preset paper */
    double need; /* longest way of the start message: latest rank's
                    readiness minus rank 0's clock when it was sent */
    /* Of each launch: from its start until the next one could have started,
     * with what comes between the two; NAN: not known. */
    double took[WINDOW_LAUNCHES_MAX];
};

enum { WINDOW_HISTORY = 256 }; /* launches that are remembered */

/* Callers use slot and lead, which the paper calls b and t_bcast. A slot is
 * between 0.1 us and 10 s, a lead between 1 us and 1 s. */
struct window {
    double slot;                 /* of one launch, seconds */
    double lead;                 /* of the first start over the clock reading */
    size_t seen;                 /* launches, ever */
    double took[WINDOW_HISTORY]; /* of the last ones: number i at i modulo that
                                    many */
    int prompt;        /* turns in a row that the message was in time for */
    double need_least; /* smallest `need` of those */
};

/* lead: as measured, safety factor included. The slot is 0, for the warm-up. */
void window_start(struct window *w, double lead);
/* After the warm-up: slot = gamma * span / launches; k' of them with the
 * paper's rule, else k' - 1, the first of all not among them. */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);
/*
 * The rule of the paper: when more than eps of the launches were invalid,
 * b = gamma * span / k.
 *
 * Otherwise the slot is gamma times what all but the longest 1 % of the last
 * WINDOW_HISTORY launches took. Launches behind one that does not fit are lost,
 * and where slow ones come together those are slow as well: a slot that only
 * usual launches fit makes the mean of what is left too small. Launches of more
 * than four times the mean are left out, though: fewer than a quarter of all
 * can be, which a trimmed mean leaves out as well, and room for them would cost
 * more time than they take.
 *
 * The lead doubles when the first launch was late and the message took more
 * than half of it; a rank that was late for having lost its core would be late
 * with any lead. After some turns without that it returns to three times the
 * longest `need` of the calmest of them.
 */
void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);

#endif /* MPIPERF_WINDOW_H */
