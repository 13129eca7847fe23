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

/* What a root knows of how far the others are: distance.c. */
struct sb_distance {
    uint64_t due;   /* operation of the next look */
    uint64_t clock; /* ns that reading the clock takes */
    int rank;       /* to look at next */
    int near;       /* looks in a row that found a rank near */
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
    bool alone;   /* in its group: nobody to pass anything on to */
    pid_t *pids;
    bool can_pull;
    size_t stream; /* shortest message to copy past the caches */
    struct shmbcast_auto_params params;

    /* what calls change */
    uint64_t op; /* calls so far, on all ranks the same */
    uint64_t at; /* bytes that went through rings, on all ranks the same */
    uint64_t all_done, all_tail; /* all other ranks are at least there */
    struct sb_distance distance;
    size_t missing; /* of the bytes that this rank wanted of the last call */
    int owed;       /* root of a call that is still to be taken part in; -1 */
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

/* What a rank other than the root knows in the course of a call. */
struct sb_reader {
    struct sb_stream *st;
    size_t left; /* bytes that still fit */
    size_t sent; /* bytes of the message, once it is known */
    int root;
    int source;  /* whose slot and ring to read */
    bool relays; /* passes on what comes in slots and rings */
    int rc;      /* first error; the rank stays in step all the same */
};

/* Take part in a call from which this rank wanted no bytes, if any. */
void sb_auto_settle(struct shmbcast_auto *h);

/* Detach all and free what is ours. Collective. */
void sb_regions_free(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_HANDLE_H */
