/* handle.h: a handle of shmbcast_auto, and the memory that its ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_HANDLE_H
#define SHMBCAST_AUTO_HANDLE_H

#include <sys/types.h>

#include "../handle.h"
#include "../line.h"
#include "../shmbcast_auto.h"
#include "algorithms.h"

/* Words of different writers, and of messages that follow each other, keep so
 * far from each other: lines of 64 bytes are often fetched in pairs, and the
 * next pair with them. */
enum { SB_APART = 256 };

/*
 * The first line of a message. [word] is the number of the operation, from 1
 * on, times SB_WORDS, plus SB_IN_BUFFER or not, plus a code: how many bytes
 * follow, or another algorithm, which has its own structure in [line]. 48 bits
 * count a million operations a second for 8.9 years.
 */
enum {
    SB_CODES = 16384,
    SB_IN_BUFFER = SB_CODES, /* the bytes are in the buffer of all slots */
    SB_WORDS = 65536,
    SB_NSLOTS = 16,
};

enum sb_code {
    SB_CODE_FAILED = SB_CODES - 1, /* the root could not pack */
    SB_CODE_RING = SB_CODES - 2,
    SB_CODE_PULL = SB_CODES - 3,
    SB_CODE_QUEUE = SB_CODES - 4,
};

struct sb_slot {
    _Alignas(SB_APART) _Atomic uint64_t word;
    char line[SB_CACHE_LINE - sizeof(uint64_t)];
};
_Static_assert((int)SHMBCAST_AUTO_SLOT_MAX < (int)SB_CODE_QUEUE,
               "codes are no sizes");

/*
 * The longest message in the line of the word, for which there is no choice;
 * the longest in a slot's own buffer. Buffers are apart so that what caches
 * fetch beside a message is not what the root writes next, and not a multiple
 * of a page apart, since all would then fall into the same sets of a cache.
 */
enum {
    SB_LINE_BYTES = SB_CACHE_LINE - sizeof(uint64_t),
    SB_SHORT_MAX = 4096,
    SB_SHORT_APART = SB_SHORT_MAX + 2 * SB_APART,
    SB_PAGE = 4096,
};

/*
 * Where a buffer is: in the private memory of its rank, or so many bytes into
 * [segment]'s part of the region with that number.
 */
struct sb_address {
    uint64_t region; /* 0: private, [at] is an address */
    uint64_t segment, at;
};

/* The buffer of a rank that lets the root help. */
struct sb_want {
    /* bits of the operation's number, and chunks that nobody copies yet; what
     * follows is of that operation as long as there are any */
    _Alignas(SB_APART) _Atomic uint64_t open;
    struct sb_address address;
    uint64_t nbytes;
    /* chunks that the root has copied, and when it last could not */
    _Alignas(SB_APART) _Atomic uint64_t helped;
    _Atomic uint64_t failed;
};

/* The range of one rank; the others read it, and help by [want]. */
struct sb_area {
    /* operations that this rank is through with, and ring positions */
    _Alignas(SB_APART) _Atomic uint64_t done;
    _Atomic uint64_t tail;
    /* how far the ring is filled */
    _Alignas(SB_APART) _Atomic uint64_t head;
    _Atomic uint64_t broken; /* last operation whose data are no good */
    struct sb_want want;
    _Alignas(SB_APART) struct sb_slot slots[SB_NSLOTS];
    /* messages that do not fit in the lines of the words */
    _Alignas(SB_PAGE) char shorts[SB_NSLOTS][SB_SHORT_APART];
    _Alignas(SB_PAGE) char buffer[SHMBCAST_AUTO_SLOT_MAX];
};

/* The smallest ring. */
enum { SB_RING_MIN = 64 << 10 };

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
    int *leaders;     /* lowest rank of each rank's group */
    bool alone;       /* no other rank is in its group */
    bool by_table;    /* else by the thresholds slot and pull */
    size_t line_most; /* longest message that needs no choice */
    pid_t *pids;
    bool can_pull;
    size_t stream; /* shortest message that may be copied past the caches */
    struct shmbcast_auto_params params;

    /* what calls change */
    uint64_t op; /* calls so far, on all ranks the same */
    uint64_t at; /* bytes that went through rings, on all ranks the same */
    uint64_t all_done, all_tail; /* all other ranks are at least there */
    size_t laid;    /* bytes of the ring that the last message went round */
    size_t missing; /* bytes that the last message was shorter than expected */
    int owed;       /* root of the last call, if this rank skipped it; or -1 */
    struct sb_messages messages;

    struct sb_region *regions;
    uint64_t nregions;     /* ever attached */
    struct shmbcast queue; /* the published algorithm's, with our waiter */
    struct sb_extent extent;
    int node; /* on which the rank took its pages */
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

/* address.c: gather the process ids of all ranks and let every rank read from
 * and write to every other; [*can]: all got what they should. Collective. */
int sb_probe(struct sb_agree *a, int size, pid_t *pids, bool *can);

/* calibrate.c: fills the tables of the parameters. Collective, with a handle
 * that works. */
int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a);

/* Every place of the tables that is not given: by the fixed thresholds. */
void sb_table_complete(struct shmbcast_auto *h);

/* bcast.c: take part in the last call, if this rank wanted no bytes and
 * skipped it. */
void sb_auto_settle(struct shmbcast_auto *h);

/* region.c: detach all and free what is ours. Collective. */
void sb_regions_free(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_HANDLE_H */
