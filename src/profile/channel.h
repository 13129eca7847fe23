/* channel.h: communicators of the program, each with the log of its calls. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_CHANNEL_H
#define PROFILE_CHANNEL_H

#include "algos/msgsched/record/comms.h"
#include "profile/log.h"

/* What arguments of calls say without another look at them, and the key that
 * was made of it. */
struct memo {
    uint64_t type, reduction; /* handles */
    int64_t bytes;
    int32_t function, in_place, spread;
    int32_t key; /* -1: the memo is empty */
};
enum { MEMOS = 4 };

/* A communicator; stays when the communicator is freed. */
struct channel {
    atomic_flag busy; /* protects the fields from log on */
    struct comm comm;
    int rank, size;
    bool alone;   /* no other rank */
    bool matched; /* its calls can be matched with those of its other ranks */
    int targets;  /* ranks that this one sends to in its topology */
    uint32_t requests; /* persistent ones that were made */
    struct log log;
    struct memo memo[MEMOS];
    unsigned next_memo;
    struct channel *next; /* in the list of all, newest first */
    size_t serial;        /* number in the order of their first calls */
};

/* The most recent communicators of a thread. */
struct channel_cache {
    struct {
        MPI_Comm comm;
        unsigned long marks; /* dying_marks() at that time */
        struct channel *channel;
    } v[8];
};

/* Returns the channel of a communicator; NULL if it is none, is being freed, or
 * there is no memory. */
struct channel *channel_find(struct channel_cache *cache, MPI_Comm comm);

/* Returns a channel for the starts of a persistent request, which was made on
 * all ranks of [ch]: ranks may start several requests in different orders. NULL
 * without memory, or if there are too many. */
struct channel *channel_persistent(struct channel *ch);

/* Called on all ranks of [parent] that have created a communicator from it. */
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

/* Memory for calls that are kept. */
extern struct log_budget channel_budget;

/* Keeps a call, and drops others where there is no room. */
void channel_add(struct channel *ch, const struct logged *call);

/* All channels, newest first. */
struct channel *channel_all(void);

/* Returns the rank in MPI_COMM_WORLD of a rank of the channel, or -1. */
int channel_world_rank(const struct channel *ch, int rank);

#endif /* PROFILE_CHANNEL_H */
