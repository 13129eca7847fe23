/* log.h: the collective calls of a communicator on one rank. Pure. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_LOG_H
#define PROFILE_LOG_H

#include <stdatomic.h>

#include "algos/msgsched/record/intern.h"

/* What calls of the same kind have in common, as a rank sees it. Comparable by
 * memory, the same number on ranks of one program. */
struct key {
    int32_t function; /* enum profile_function */
    int32_t procs;
    int64_t bytes; /* of a block; the mean of blocks that differ */
    int32_t in_place;
    int32_t spread;     /* of blocks that may differ: 1 + log2 of the largest
                           over the mean; 0: the function has no such blocks */
    char type[32];      /* MPI's name; "40 B", "40 B with gaps" */
    char reduction[16]; /* as mpiperf names it; "user" */
};
enum { KEY_WORDS = sizeof(struct key) / sizeof(int64_t) };

enum { ROOT_NONE = -1, ROOT_CHANGES = -2 };

/* All calls with a key. */
struct key_sums {
    struct key key;
    int64_t calls, ticks;
    int32_t root; /* or ROOT_NONE, ROOT_CHANGES */
};

/* A call. Blocking ones have wait = enter. */
struct logged {
    int64_t enter;       /* when it was called */
    int64_t wait, leave; /* call that completed it: from, to */
    uint32_t number;     /* of the call on its communicator */
    uint32_t key;        /* with LOGGED_ROOT: this rank was its root */
};
#define LOGGED_ROOT (UINT32_C(1) << 31)

/* Memory for calls that are kept, of all logs of a process. */
struct log_budget {
    atomic_size_t used;
    size_t limit;
    atomic_uint level; /* of 2^level calls one is kept */
};

/* All zero, except for the id, is an empty log. */
struct log {
    uint64_t id; /* of the communicator, the same on its ranks */
    struct intern keys;
    struct key_sums *sums; /* one a key */
    size_t sums_max;
    uint32_t next; /* number of the next call */
    struct logged *calls;
    size_t n, max;
};

/* True if the call is kept at that level: on all ranks or none. */
bool log_keeps(uint64_t id, uint32_t number, unsigned level);

/* Returns the number of the key, which may be new; -1 without memory. Beyond so
 * many keys, the bytes of others are rounded up to a power of two. */
enum { KEYS_EXACT = 512 };
int64_t log_key(struct log *l, const struct key *key);

/* Adds a call to the sums of its key. */
void log_count(struct log *l, size_t key, int root, int64_t ticks);

/* Keeps a call, if its number is one of those to be kept. Returns false if the
 * budget has no room for it. */
bool log_add(struct log *l, struct log_budget *b, const struct logged *call);

/* Drops calls that are not kept at the level. */
void log_thin(struct log *l, struct log_budget *b, unsigned level);

/* Orders the calls by their numbers. */
void log_sort(struct log *l);

void log_free(struct log *l);

#endif /* PROFILE_LOG_H */
