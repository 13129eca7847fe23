/* shared.h: what lies where in the memory that the ranks share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SHARED_H
#define SHMBCAST_AUTO_SHARED_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "../shmbcast_auto.h"

/* Words of different writers, and of messages that follow each other, keep so
 * far from each other: lines of 64 bytes are often fetched in pairs, and the
 * next pair with them. */
enum { SB_APART = 256, SB_CACHE_LINE = 64 };

/*
 * The first line of a message. [word] is the number of the operation, from 1
 * on, times SB_WORDS, plus flags, plus a code: how many bytes follow, or
 * another way than the slot, which has its own structure in [line]. 48 bits
 * count a million operations a second for 8.9 years.
 */
enum { SB_CODES = 16384, SB_WORDS = 65536, SB_NSLOTS = 16 };

enum sb_flag {
    /* readers say when they are through: look.c */
    SB_LOOK = SB_CODES,
    /* of the next message of this class they prefetch the lines before it is
     * there: choose.c */
    SB_ASK = 2 * SB_CODES,
};

/*
 * A message that does not fit in the line of the word is elsewhere: what caches
 * fetch beside the line that readers poll shall not be what the root is about
 * to write. Up to SB_SHORT_MAX bytes each slot has a buffer of its own. Longer
 * ones share one: the fewer lines, the nearer the caches that keep them. So a
 * root waits until all others have the last of these, but may be SB_NSLOTS
 * shorter messages ahead.
 */
enum { SB_SHORT_MAX = 512, SB_SHORT_APART = 2048, SB_PAGE = 4096 };

enum sb_code {
    SB_CODE_FAILED = SB_CODES - 1, /* the root could not pack */
    SB_CODE_RING = SB_CODES - 2,
    SB_CODE_PULL = SB_CODES - 3,
};

struct sb_slot {
    _Alignas(SB_APART) _Atomic uint64_t word;
    char line[SB_CACHE_LINE - sizeof(uint64_t)];
};
_Static_assert((int)SHMBCAST_AUTO_SLOT_MAX < (int)SB_CODE_PULL,
               "codes are no sizes");

/* The longest message that is in the line of the word: it has no faster way. */
enum { SB_LINE_BYTES = SB_CACHE_LINE - sizeof(uint64_t) };

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

/* Words of a line for what is told to roots: those that share one write over
 * what was told to each other. */
enum { SB_LOOKS = SB_CACHE_LINE / sizeof(uint64_t) - 1 };

/* The range of one rank; the others read it, and help by [want]. */
struct sb_area {
    /* operations that this rank is through with, and ring positions */
    _Alignas(SB_APART) _Atomic uint64_t done;
    _Atomic uint64_t tail;
    /* the last call that this rank is through with: distance.c; how it went,
     * of the last that was looked at by each root, modulo SB_LOOKS: look.c */
    _Alignas(SB_APART) _Atomic uint64_t mark;
    _Atomic uint64_t look[SB_LOOKS];
    /* how far the ring is filled */
    _Alignas(SB_APART) _Atomic uint64_t head;
    _Atomic uint64_t broken; /* last operation whose data are no good */
    struct sb_want want;
    _Alignas(SB_APART) struct sb_slot slots[SB_NSLOTS];
    /* messages that do not fit in the lines of the words */
    _Alignas(SB_PAGE) char shorts[SB_NSLOTS][SB_SHORT_APART];
    _Alignas(SB_PAGE) char longest[SHMBCAST_AUTO_SLOT_MAX];
};

/* The smallest ring. */
enum { SB_RING_MIN = 64 << 10 };

/* First page of the segment, rank 0's. */
struct sb_head {
    uint64_t cookie;
};

#endif /* SHMBCAST_AUTO_SHARED_H */
