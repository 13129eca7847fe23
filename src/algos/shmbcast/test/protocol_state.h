/* protocol_state.h: one state of the protocol and the steps out of it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_PROTOCOL_STATE_H
#define SHMBCAST_PROTOCOL_STATE_H

#include <stdint.h>

#include "protocol.h"

enum step {
    NEXT_CALL, /* local: also where calls and sets begin */
    ROOT_WAIT,
    ROOT_NREADERS,
    ROOT_OP,
    ROOT_COPY,
    ROOT_COPIED,
    ROOT_NOTIFY,
    READ_OP,
    READ_CONTROL,
    READ_CLEAR,
    READ_NOTIFY,
    READ_COPY,
    READ_COPIED,
    READ_LEAVE,
    DONE
};

/* All of bytes, so that states can be compared and hashed as they are. */
struct rank_state {
    uint8_t step, call, fragment, op, index, child, left;
};

struct state {
    uint8_t op[PR_SETS], nreaders[PR_SETS];
    uint8_t control[PR_RANKS][PR_BUFFERS];
    uint8_t buffer[PR_RANKS][PR_BUFFERS];
    struct rank_state rank[PR_RANKS];
};

enum { PR_NO_OP = 255, PR_BEING_WRITTEN = 255 };

/* The configuration and what a step found to be wrong. */
struct search_step {
    const struct pr_config *c;
    const char *wrong;
};

/* One step of [rank]; 0 if it has to wait or is done. */
int pr_step(struct search_step *se, struct state *st, int rank);

/* Put a rank to the begin of call number r->call, or at the end. */
void pr_begin_call(const struct pr_config *c, struct rank_state *r, int rank);

#endif /* SHMBCAST_PROTOCOL_STATE_H */
