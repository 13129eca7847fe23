/* rounds.h: steps of the broadcast, timed one by one. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_ROUNDS_H
#define SHMBCAST_ROUNDS_H

#include "handle.h"

enum { SB_ROUNDS = 1000 };

/* Seconds of the last SB_ROUNDS of [n]. */
struct sb_series {
    double seconds[SB_ROUNDS];
    unsigned n;
};

struct sb_rounds {
    struct shmbcast *h;
    char *message;
    size_t fragment, bytes;         /* copied in a round; of the message */
    double clock;                   /* seconds that a reading takes */
    double left;                    /* when this rank left the set */
    uint64_t round;                 /* counts through all trials */
    unsigned nth;                   /* round of the trial, from 0 */
    struct sb_series first, second; /* of the trial */
};

/* One step of all ranks; this one's times go into the series. */
typedef void sb_round_fn(struct sb_rounds *b);

sb_round_fn sb_notify_round; /* first: tW, on rank 0 */
sb_round_fn sb_set_round;    /* first: tWO, second: tA; not on rank 0 */
sb_round_fn sb_copy_round;   /* first: t */

/* SB_ROUNDS after [warmup] of them, or fewer. Collective. */
int sb_trial(struct sb_rounds *b, sb_round_fn *round, int warmup);

/* Seconds that a reading of the clock takes. */
double sb_clock_cost(struct sb_rounds *b);

#endif /* SHMBCAST_ROUNDS_H */
