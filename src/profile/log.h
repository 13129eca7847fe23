/* log.h: the collective calls of a communicator on one rank. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_LOG_H
#define PROFILE_LOG_H

#include <stdatomic.h>

#include "algos/msgsched/record/intern.h"

/* The common properties of similar calls, as a rank sees them. Compared
 * bytewise, also between ranks. */
struct key {
    int32_t function; /* enum profile_function */
    int32_t procs;
    int64_t bytes; /* of a block; the mean if blocks differ */
    int32_t in_place;
    int32_t spread;     /* if blocks may differ: 1 + log2(largest / mean); else
                           0 */
    char type[32];      /* MPI's name; "40 B", "40 B with gaps" */
    char reduction[16]; /* mpiperf's name of the operation; or "user" */
};
enum { KEY_WORDS = sizeof(struct key) / sizeof(int64_t) };

enum { ROOT_NONE = -1, ROOT_CHANGES = -2 };

/* All calls with a key. */
struct key_sums {
    struct key key;
    int64_t calls, ticks;
    int32_t root; /* or ROOT_NONE, ROOT_CHANGES */
};

/* A call. In blocking calls, wait = enter. */
struct logged {
    int64_t enter;       /* when it was called */
    int64_t wait, leave; /* start and end of the completing call */
    uint32_t number;     /* number of the call on its communicator */
    uint32_t key;        /* its key; plus LOGGED_ROOT if this rank was root */
};
#define LOGGED_ROOT (UINT32_C(1) << 31)

/* Limits the memory for kept calls in all logs of a process. */
struct log_budget {
    atomic_size_t used;
    size_t limit;
    atomic_uint level; /* one of 2^level calls is kept */
};

/* A log is empty if all members except `id` are zero. */
struct log {
    uint64_t id; /* of the communicator, equal on its ranks */
    struct intern keys;
    struct key_sums *sums; /* one a key */
    size_t sums_max;
    uint32_t next; /* number of the next call */
    struct logged *calls;
    size_t n, max;
};

/* True if the call is kept at this level; equal on all ranks. */
bool log_keeps(uint64_t id, uint32_t number, unsigned level);

/* Returns the key's number, adding it if new; -1 if memory is exhausted. Beyond
 * KEYS_EXACT keys, bytes of new keys are rounded up to a power of two. */
enum { KEYS_EXACT = 512 };
int64_t log_key(struct log *l, const struct key *key);

/* Adds a call to the sums of its key. */
void log_count(struct log *l, size_t key, int root, int64_t ticks);

/* Keeps the call if log_keeps() is true for its number. Returns false if the
 * budget is exhausted. */
bool log_add(struct log *l, struct log_budget *b, const struct logged *call);

/* Discards calls that are not kept at this level. */
void log_thin(struct log *l, struct log_budget *b, unsigned level);

void log_sort(struct log *l);

void log_free(struct log *l);

#endif /* PROFILE_LOG_H */
