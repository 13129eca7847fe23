/* handle.h: what a handle of shmbcast_auto holds. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_HANDLE_H
#define SHMBCAST_AUTO_HANDLE_H

#include <sys/types.h>

#include "../message.h"
#include "../segment.h"
#include "../wait.h"
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

/* How far the others are, as a root has measured it: distance.c. */
struct sb_distance {
    uint64_t due;   /* operation of the next sample */
    uint64_t clock; /* ns that reading the clock takes */
    int rank;       /* to sample next */
    int near;       /* samples in a row that were near */
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
    size_t stream; /* shortest message to copy past the caches */
    struct shmbcast_auto_params params;

    /* what calls change */
    uint64_t op; /* calls so far, on all ranks the same */
    uint64_t at; /* bytes that went through rings, on all ranks the same */
    uint64_t all_done, all_tail; /* all other ranks are at least there */
    struct sb_distance distance;
    size_t missing; /* bytes that the last message was shorter than expected */
    int owed;       /* root of the last call, if this rank skipped it; or -1 */
    struct sb_messages messages;

    struct sb_region *regions;
    uint64_t nregions; /* ever attached */
    struct sb_extent extent;
    struct sb_pages pages;
};

static inline struct sb_area *sb_area(const struct shmbcast_auto *h, int rank)
{
    return (struct sb_area *)(h->areas + (size_t)rank * h->stride);
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
