/* channel.h: the program's communicators, each with a log of its calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_CHANNEL_H
#define PROFILE_CHANNEL_H

#include "algos/msgsched/record/comms.h"
#include "profile/log.h"

/* Arguments of a recent call, and the key made from them: equal arguments need
 * no new key. */
struct memo {
    uint64_t type, reduction; /* handles */
    int64_t bytes;
    int32_t function, in_place, spread;
    int32_t key; /* -1: the memo is empty */
};
enum { MEMOS = 4 };

/* A communicator; outlives MPI_Comm_free(). */
struct channel {
    atomic_flag busy; /* protects the fields from log on */
    struct comm comm;
    int rank, size;
    bool alone;        /* no other rank */
    bool matched;      /* its calls can be matched between ranks */
    int targets;       /* number of ranks it sends to in its topology */
    uint32_t requests; /* number of persistent requests made */
    struct log log;
    struct memo memo[MEMOS];
    unsigned next_memo;
    struct channel *next; /* next in the list of all channels */
    size_t serial;        /* number in the order of their first calls */
};

/* The communicators that a thread used last. */
struct channel_cache {
    struct {
        MPI_Comm comm;
        unsigned long marks; /* dying_marks() when the entry was made */
        struct channel *channel;
    } v[8];
};

/* Returns the communicator's channel; NULL if the handle is invalid or being
 * freed, or memory is exhausted. */
struct channel *channel_find(struct channel_cache *cache, MPI_Comm comm);

/* Returns a channel for the starts of one persistent request, made on all ranks
 * of [ch]. Each request has its own channel because ranks may start requests in
 * different orders. NULL if memory is exhausted, or if there are too many. */
struct channel *channel_persistent(struct channel *ch);

/* Call this on all ranks of [parent] that have made a communicator from it. */
void channel_made(MPI_Comm parent, MPI_Comm made);

static inline void channel_lock(struct channel *ch)
{
    /* acquire: pairs with the release below */
    while (atomic_flag_test_and_set_explicit(&ch->busy, memory_order_acquire))
        ;
}

static inline void channel_unlock(struct channel *ch)
{
    /* release: pairs with the acquire above */
    atomic_flag_clear_explicit(&ch->busy, memory_order_release);
}

/* Limits the memory for kept calls. */
extern struct log_budget channel_budget;

/* Keeps a call; discards other calls if memory is short. */
void channel_add(struct channel *ch, const struct logged *call);

/* All channels, newest first. */
struct channel *channel_all(void);

/* Converts a channel's rank to a rank in MPI_COMM_WORLD; -1 if it has none. */
int channel_world_rank(const struct channel *ch, int rank);

#endif /* PROFILE_CHANNEL_H */
