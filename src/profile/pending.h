/* pending.h: nonblocking collectives that have not completed, and persistent
 * ones, by request. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_PENDING_H
#define PROFILE_PENDING_H

#include <stdbool.h>
#include <stdint.h>

struct channel;

struct pending {
    uint64_t request; /* handle */
    struct channel *channel;
    int64_t enter;
    uint32_t number, key;
    int root;              /* of persistent ones */
    bool persistent, idle; /* idle: not started, or complete */
    struct pending *next;
};

/* True if there is one. */
bool pending_any(void);

/* Adds a copy; without memory the call is not kept. */
void pending_add(const struct pending *p);

/* Takes out the one with that request, or returns NULL. MPI may give a handle
 * to another request at once, in any thread: so it is taken before the call
 * that may complete it, and put back if that did not. */
struct pending *pending_take(uint64_t request);
void pending_put(struct pending *p);

#endif /* PROFILE_PENDING_H */
