/* window.h: the length of a launch's slot, and a turn's lead, as rank 0
 * decides. No function sends messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MEASURE_WINDOW_H
#define MEASURE_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include "lib/params.h"

/* Set by -P window.NAME. A slot is the time reserved for one launch. */
struct window_config {
    int init_launches; /* launches in the warm-up (k') */
    int launches;      /* launches in each other turn (k) */
    double eps;        /* with the paper's rule: share of invalid launches above
                          which the slot changes */
    double gamma;      /* safety factor of slots, 1.1 <= gamma < 2 */
    bool paper;        /* follow the published rule exactly */
};

/* Maximum launches in a turn, and maximum length of a slot in seconds. */
enum { WINDOW_LAUNCHES_MAX = 64 };
#define WINDOW_SLOT_MAX 10.0

/* Parameters of struct window_config, except `paper`, which the caller sets. */
extern const struct param_table window_params;

/* Result of a turn over all ranks. */
struct turn_outcome {
    int launches;    /* number of launches that the turn ordered */
    bool first_late; /* the first launch started late on some rank */
    int invalid; /* launches that started late or ended after their slot on some
                    rank (discarded by the paper's rule) */
    double span; /* tau' - tau of the paper: seconds from the first start until
                    the last rank has ended the turn, with the work after the
                    last launch (--preset paper: without) */
    double need; /* longest time of the start message: seconds from rank 0's
                    clock reading before sending it until the last rank was
                    ready */
    /* For each launch, seconds from its start until the next one could have
     * started; NAN if unknown. */
    double took[WINDOW_LAUNCHES_MAX];
};

enum { WINDOW_HISTORY = 256 }; /* number of launches kept */

/* The window of one row. Callers use slot and lead, which the paper calls b and
 * t_bcast. A slot is 0.1 us to 10 s long, a lead 1 us to 1 s. */
struct window {
    double slot;                 /* seconds reserved for a launch */
    double lead;                 /* seconds from rank 0's clock reading to the
                                    first start */
    size_t seen;                 /* launches so far */
    double took[WINDOW_HISTORY]; /* of the latest launches; launch i has index i
                                    modulo WINDOW_HISTORY */
    int prompt;        /* consecutive turns with punctual start message */
    double need_least; /* smallest `need` of those turns */
};

/* Returns the longest of these times of messages, without one that is ten times
 * as long as all others: a rank had lost its core. */
double window_longest(const double *took, size_t n);
/* Returns for how many seconds to sleep in a lead, of which `left` is ahead. */
double window_pause(double lead, double left);
/* Initializes for the warm-up: slot 0, and this lead. */
void window_start(struct window *w, double lead);
/* Sets the slot after the warm-up to gamma * span / launches; `launches` is k'
 * with the paper's rule, else k' - 1 (without the very first launch). */
void window_after_init(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);
/* Adapts slot and lead after a turn: doc/statistics.md. The paper's rule: if
 * more than eps of the launches are invalid, b = gamma * span / k. */
void window_after_turn(struct window *w, const struct window_config *c,
                       const struct turn_outcome *s);

#endif /* MEASURE_WINDOW_H */
