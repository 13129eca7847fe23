/* states.h: the states of the machine, by how long a line takes. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_STATES_H
#define SHMBCAST_AUTO_STATES_H

#include <stdbool.h>
#include <stdint.h>

/* Near and far, where there are two, in the order in which they were met. */
enum { SB_STATES = 2, SB_STATES_WINDOW = 15 };

struct sb_states {
    double centre[SB_STATES]; /* ns; 0: not met yet */
    uint32_t last[SB_STATES_WINDOW];
    unsigned n, at;  /* of these */
    unsigned window; /* as many count */
    unsigned now;    /* the state */
    unsigned odd;    /* medians in a row that belong to no state */
};

/* Of [others] ranks, counted from 1, those are sampled in turn whose numbers
 * are multiples of this: a window has each of them. */
int sb_states_step(int others);

void sb_states_init(struct sb_states *s, int others);

/* A sample, ns. Returns the state. */
unsigned sb_states_add(struct sb_states *s, uint32_t ns);

/* Has each number the same meaning in both? One that was not met may have any.
 */
bool sb_states_alike(const struct sb_states *a, const struct sb_states *b);

#endif /* SHMBCAST_AUTO_STATES_H */
