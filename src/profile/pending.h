/* pending.h: finds uncompleted nonblocking collectives, and persistent ones, by
 * their request. */
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
    int root;              /* of a persistent collective */
    bool persistent, idle; /* idle: not started, or complete */
    struct pending *next;
};

/* True if there is one. */
bool pending_any(void);

/* Adds a copy; if memory is exhausted, the call is not kept. */
void pending_add(const struct pending *p);

/* Removes the entry with this request, or returns NULL. MPI may reuse a
 * completed request's handle at once, in any thread. So remove the entry before
 * a call that may complete it, and put it back if it was not completed. */
struct pending *pending_take(uint64_t request);
void pending_put(struct pending *p);

#endif /* PROFILE_PENDING_H */
