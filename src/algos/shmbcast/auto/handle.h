/* handle.h: the handle of shmbcast_auto and the layout of its shared memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_HANDLE_H
#define SHMBCAST_AUTO_HANDLE_H

#include <sys/types.h>

#include "../handle.h"
#include "../line.h"
#include "../shmbcast_auto.h"
#include "algorithms.h"

/* Distance in bytes between words written by different ranks or for successive
 * messages. Processors often fetch 64-byte lines in pairs, and prefetch the
 * next pair. */
enum { SB_APART = 256 };

/* The first line of a message. [word] is the operation's number (from 1) times
 * SB_WORDS, plus SB_IN_BUFFER or 0, plus a code. The code is the number of
 * bytes in the message or stands for another algorithm, whose own header is
 * then in [line]. 48 bits suffice for a million operations a second for 8.9
 * years. */
enum {
    SB_CODES = 16384,
    SB_IN_BUFFER = SB_CODES, /* the message is in the slots' common buffer */
    SB_WORDS = 65536,
    SB_NSLOTS = 16,
};

enum sb_code {
    SB_CODE_FAILED = SB_CODES - 1, /* packing failed on the root */
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
 * SB_LINE_BYTES: longest message that fits in the cache line of the word; it
 * needs no choice of an algorithm. SB_SHORT_MAX: longest message in a slot's
 * own buffer. The gaps between these buffers separate the lines that caches
 * prefetch after a message from those that the root writes next. Their distance
 * is not a multiple of a page: buffers at such distances use the same cache
 * sets.
 */
enum {
    SB_LINE_BYTES = SB_CACHE_LINE - sizeof(uint64_t),
    SB_SHORT_MAX = 4096,
    SB_SHORT_APART = SB_SHORT_MAX + 2 * SB_APART,
    SB_PAGE = 4096,
};

/* Location of a buffer: in its rank's private memory, or at offset [at] of rank
 * [segment]'s part of region number [region]. */
struct sb_address {
    uint64_t region; /* 0: private memory; [at] is then an address */
    uint64_t segment, at;
};

/* Published by a rank so that the root can help to fill its receive buffer. */
struct sb_want {
    /* high bits: the operation's number; low bits: number of chunks not yet
     * taken. While it is not 0, the fields below belong to this operation */
    _Alignas(SB_APART) _Atomic uint64_t open;
    struct sb_address address;
    uint64_t nbytes;
    /* chunks that the root has copied; last operation in which a copy failed */
    _Alignas(SB_APART) _Atomic uint64_t helped;
    _Atomic uint64_t failed;
};

/* Shared memory of one rank. Other ranks read it; a root also writes [want]. */
struct sb_area {
    /* last operation that this rank has finished; ring position up to which it
     * has read */
    _Alignas(SB_APART) _Atomic uint64_t done;
    _Atomic uint64_t tail;
    /* ring position up to which the ring is filled */
    _Alignas(SB_APART) _Atomic uint64_t head;
    _Atomic uint64_t broken; /* last operation whose data are wrong */
    struct sb_want want;
    _Alignas(SB_APART) struct sb_slot slots[SB_NSLOTS];
    /* messages that do not fit in the lines of the slots */
    _Alignas(SB_PAGE) char shorts[SB_NSLOTS][SB_SHORT_APART];
    _Alignas(SB_PAGE) char buffer[SHMBCAST_AUTO_SLOT_MAX];
};

/* Bytes of the smallest ring. */
enum { SB_RING_MIN = 64 << 10 };

/* A list of memory regions that all ranks have mapped. Each rank owns a part of
 * each region. */
struct sb_region {
    uint64_t number; /* number of the region, from 1; same on all ranks */
    MPI_Win win;
    void *own; /* this rank's part if shmbcast_auto_alloc() made it */
    struct sb_region *next;
    struct sb_part {
        char *base; /* address in this process */
        size_t bytes;
    } parts[];
};

/* Collectives with long blocks, which rings or the kernel can carry. */
enum sb_coll { SB_ALLREDUCE, SB_REDUCE, SB_ALLGATHER, SB_COLLS };

/* How to combine elements of a type by an operation. */
enum sb_loop { SB_LOOP_UNKNOWN, SB_LOOP_LIBRARY, SB_LOOP_OWN };
enum { SB_LOOPS = 12 };

struct shmbcast_auto {
    /* fields that every call reads */
    char *base;  /* start of the segment, NULL before it is mapped */
    char *areas; /* area of rank 0; the next rank's is [stride] bytes further */
    size_t stride;
    size_t ring;    /* bytes of a ring, a power of two */
    size_t ring_at; /* offset of the ring in an area */
    struct sb_area *mine;
    struct sb_waiter waiter;
    int rank, size;
    int *leaders;     /* leaders[i]: lowest rank of rank i's group */
    bool alone;       /* true if this rank's group has no other rank */
    bool by_table;    /* choose algorithms by tables, not thresholds */
    size_t line_most; /* longest message that needs no choice of an algorithm */
    pid_t *pids;
    bool can_pull;
    size_t stream; /* shortest message copied with non-temporal stores */
    struct shmbcast_auto_params params;

    /* fields that calls change */
    uint64_t op; /* number of calls so far, the same on all ranks */
    uint64_t at; /* bytes sent through rings so far, the same on all ranks */
    uint64_t all_done, all_tail; /* all others' done and tail are at least
                                  * this */
    size_t laid;    /* bytes of the ring that the last message used */
    size_t missing; /* bytes by which the last message was too short */
    int owed;       /* root of the last call if this rank skipped it, or -1 */
    struct sb_messages messages;

    /* what carries blocks without and with gaps, for each size; SB_NONE: not
     * yet measured */
    unsigned char colls[SB_COLLS][2][SHMBCAST_AUTO_SIZES];
    bool coll_measures; /* measure them at the first call */
    enum sb_loop loops[SB_LOOPS]; /* in combine.c */

    struct sb_region *regions;
    uint64_t nregions;     /* number of regions attached so far, including
                            * detached ones */
    struct shmbcast queue; /* for the published algorithm; uses our waiter */
    struct sb_extent extent;
    int node;          /* NUMA node on which the rank allocated its pages */
    double calibrated; /* seconds that the calibration took */
    double began;      /* now() when the handle's creation began */
};

static inline struct sb_area *sb_area(const struct shmbcast_auto *h, int rank)
{
    return (struct sb_area *)(h->areas + (size_t)rank * h->stride);
}

/* Returns the part of a ring that RING_PART uses because it stays in the
 * caches; 0 if the ring is too small for that. */
static inline size_t sb_ring_part(const struct shmbcast_auto *h)
{
    return h->ring / 4 >= SB_RING_MIN ? h->ring / 4 : 0;
}

/* address.c: gathers the process ids of all ranks, and tries to read from and
 * write to every other rank. Sets [*can] to true if all these transfers were
 * correct. Collective. */
int sb_probe(struct sb_agree *a, int size, pid_t *pids, bool *can);

/* calibrate.c: fills the tables of the parameters by timing each algorithm.
 * Collective. The handle must be complete except for these tables. */
int sb_calibrate(struct shmbcast_auto *h, struct sb_agree *a);

/* Fills the empty table entries by the fixed thresholds. */
void sb_table_complete(struct shmbcast_auto *h);

/* bcast.c: completes a call that this rank skipped, expecting no bytes. */
void sb_auto_settle(struct shmbcast_auto *h);

/* region.c: detaches all regions and frees those that we allocated.
 * Collective. */
void sb_regions_free(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_HANDLE_H */
