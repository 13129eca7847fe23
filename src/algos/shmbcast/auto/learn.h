/* learn.h: what this rank has learned as a root: rows by state, kind, class. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_LEARN_H
#define SHMBCAST_AUTO_LEARN_H

#include <stdbool.h>
#include <stdint.h>

#include "row.h"
#include "states.h"

/* Messages that were timed when the handle was made: of 1, 8, 64, 512 KiB. */
enum { SB_PRIORS = 4, SB_PRIOR_LEAST = 1024, SB_PRIOR_STEP = 8 };

struct sb_learned {
    struct sb_states states; /* of the distance between ranks */
    /* ns, 0 where it was not measured */
    uint32_t priors[SB_PRIORS][SB_WAYS];
    struct sb_row *rows[SB_STATES][SB_KINDS][SB_CLASSES]; /* NULL: no message */
};

/* The row, made if there is none. NULL without memory. */
struct sb_row *sb_learned_row(struct sb_learned *l, unsigned state,
                              enum sb_kind kind, unsigned class);

/* What [way] takes for a message of [n] bytes, by what was measured when the
 * handle was made; 0: unknown. */
uint32_t sb_learned_prior(const struct sb_learned *l, enum sb_way way,
                          size_t n);

/* *to has been zero or freed. False without memory: *to is empty. */
bool sb_learned_copy(struct sb_learned *to, const struct sb_learned *from);

/* All calls of which there are rows. */
double sb_learned_calls(const struct sb_learned *l);

/* *to gets of *from what that knows better: the rows with more calls, and what
 * *to does not know at all. Where the states of the two are others it gets all,
 * if that has more calls, or nothing. What is left is in *from. */
void sb_learned_merge(struct sb_learned *to, struct sb_learned *from);

/* Leaves it empty. */
void sb_learned_free(struct sb_learned *l);

#endif /* SHMBCAST_AUTO_LEARN_H */
