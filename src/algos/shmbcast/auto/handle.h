/* handle.h: what a handle of shmbcast_auto holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_HANDLE_H
#define SHMBCAST_AUTO_HANDLE_H

#include <sys/types.h>

#include "../message.h"
#include "../segment.h"
#include "../wait.h"
#include "learn.h"
#include "shared.h"

/* Memory that all ranks have mapped, a part for each; a list. */
struct sb_region {
    uint64_t number; /* from 1 on; the same on all ranks */
    MPI_Win win;
    void *own; /* of shmbcast_auto_alloc(): this rank's part; else NULL */
    struct sb_region *next;
    struct sb_part {
        char *base; /* here */
        size_t bytes;
    } parts[];
};

/* Samples of how far the others are: distance.c. */
struct sb_distance {
    uint64_t due; /* operation of the next */
    int rank;     /* whose line it reads */
};

/* The call that is looked at, until its times are here: look.c. */
struct sb_look {
    uint64_t op;    /* 0: there is none */
    uint64_t begin; /* ns, when its root began */
    uint32_t own;   /* ns that its root took */
    struct sb_row *row;
    enum sb_way way;
    uint64_t try_at; /* operation in which the times may be here, */
    uint64_t wait;   /* and so many after the last in which they were not */
    uint32_t lost;   /* looks in a row whose times were written over */
    uint32_t cost;   /* ns that looking takes, on average */
};

/* Kinds of messages whose calls may be chosen ahead: those without gaps. */
enum { SB_QUICK_KINDS = SB_SHARED + 1 };

/* What the next calls of a kind and class do, in a few bytes: choose.c. */
struct sb_quick {
    uint32_t left, given; /* calls that do the same, of as many */
    uint16_t way, flags;  /* of these */
    bool next;            /* there is one ahead of them, */
    bool told;            /* before which this was told of its class; */
    uint16_t next_way, next_flags;
    struct sb_row *look; /* the row that it is looked at for, or NULL */
};

struct shmbcast_auto {
    /* what every call reads */
    char *base;  /* of the segment, NULL before it is mapped */
    char *areas; /* of rank 0; the others' each a stride further */
    size_t stride;
    size_t ring;    /* bytes of a ring, a power of two */
    size_t ring_at; /* where it begins in an area */
    struct sb_area *mine;
    struct sb_waiter waiter;
    int rank, size;
    int *leaders; /* lowest rank of each rank's group */
    bool alone;   /* no other rank is in its group */
    pid_t *pids;
    bool can_pull;
    size_t stream; /* shortest message that may be copied past the caches */
    bool learns;
    const char *why_not; /* the reason, if it does not */
    char *cpus;          /* that the ranks may run on: sb_cpus_text() */
    uint64_t clock;      /* ns that reading the clock takes */
    struct shmbcast_auto_params params;

    /* what calls change */
    uint64_t op; /* calls so far, on all ranks the same */
    uint64_t at; /* bytes that went through rings, on all ranks the same */
    uint64_t all_done, all_tail; /* all other ranks are at least there */
    size_t laid;    /* bytes of the ring that the last message went round */
    unsigned flags; /* of this call: enum sb_flag */
    uint32_t *asks; /* of each root, bits: prefetch the next of this class */
    uint32_t told;  /* the same, what this rank has told as a root */
    enum sb_way forced;  /* of all messages, while ways are measured */
    enum sb_way way;     /* of the last message that this rank sent */
    struct sb_row *last; /* of the last call that learned */
    uint64_t *marks;     /* of each rank, as this one has read them last */
    struct sb_distance distance;
    struct sb_look look;
    size_t missing; /* bytes that the last message was shorter than expected */
    int owed;       /* root of the last call, if this rank skipped it; or -1 */
    struct sb_messages messages;

    struct sb_region *regions;
    uint64_t nregions; /* ever attached */
    struct sb_extent extent;
    struct sb_pages pages;

    /* the longest come last, so that a call finds all else in a few lines */
    struct sb_quick quick[SB_QUICK_KINDS][SB_CLASSES];
    struct sb_learned learned;
};

static inline struct sb_area *sb_area(const struct shmbcast_auto *h, int rank)
{
    return (struct sb_area *)(h->areas + (size_t)rank * h->stride);
}

/* A part of a ring: what stays in caches. 0: a ring has none. */
static inline size_t sb_ring_part(const struct shmbcast_auto *h)
{
    return h->ring / 4 >= SB_RING_MIN ? h->ring / 4 : 0;
}

static inline char *sb_ring(const struct shmbcast_auto *h, int rank)
{
    return h->areas + (size_t)rank * h->stride + h->ring_at;
}

/* The state of a call on a rank that is not the root. */
struct sb_reader {
    struct sb_stream *st;
    size_t left; /* bytes that still fit */
    size_t sent; /* bytes of the message, once it is known */
    int root;
    int source;  /* whose slot and ring to read */
    bool relays; /* passes on what comes in slots and rings */
    int rc;      /* first error; the rank stays in step all the same */
};

/* Take part in the last call, if this rank wanted no bytes and skipped it. */
void sb_auto_settle(struct shmbcast_auto *h);

/* Detach all and free what is ours. Collective. */
void sb_regions_free(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_HANDLE_H */
