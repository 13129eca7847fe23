/* ways.h: the ways that a message can take, and which messages are alike. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_WAYS_H
#define SHMBCAST_AUTO_WAYS_H

#include <stdbool.h>
#include <stddef.h>

enum sb_way {
    SB_WAY_SLOT,   /* beside the sequence number */
    SB_WAY_ASK,    /* the same; readers prefetch the lines before they are
                    * written */
    SB_WAY_RING,   /* through the whole ring */
    SB_WAY_PART,   /* through a part of the ring, which stays in caches */
    SB_WAY_PULL,   /* by the kernel, in as few chunks as there are ranks */
    SB_WAY_FINE,   /* by the kernel, in chunks of half the size */
    SB_WAY_DIRECT, /* by loads and stores, from memory that ranks share */
    SB_WAY_PAST,   /* the same, stored past the caches */
    SB_WAYS,
    SB_WAY_NONE = SB_WAYS,
};

/* A set of ways. */
#define SB_BIT(way) (1u << (way))

static inline bool sb_way_is_slot(enum sb_way way)
{
    return way == SB_WAY_SLOT || way == SB_WAY_ASK;
}

/* "slot", "slot-ask", "ring", "ring-part", "pull", "pull-fine", "direct",
 * "direct-past". */
extern const char *const sb_way_names[SB_WAYS];

/* What a message is, beside its size: copied as it is from private memory or
 * from memory that ranks share, or packed. */
enum sb_kind { SB_PLAIN, SB_SHARED, SB_PACKED, SB_KINDS };

extern const char *const sb_kind_names[SB_KINDS];

/*
 * Messages of one class take about as long: two classes an octave, from
 * 56 < n <= 64 (class 1) on; the last has all that are longer than 64 MiB.
 * Shorter ones have no choice: they are in the line of the sequence number.
 */
enum { SB_CLASSES = 43 };

/* The class of [n] bytes, more than 32. */
static inline unsigned sb_class(size_t n)
{
    size_t below = n - 1;
    unsigned octave = 63 - (unsigned)__builtin_clzll(below);
    unsigned class = 2 * (octave - 5) + (unsigned)(below >> (octave - 1) & 1);

    return class < SB_CLASSES ? class : SB_CLASSES - 1;
}

/* The longest message of a class, but for the last. */
static inline size_t sb_class_most(unsigned class)
{
    size_t octave = (size_t)32 << class / 2;

    return class % 2 == 0 ? octave / 2 * 3 : octave * 2;
}

#endif /* SHMBCAST_AUTO_WAYS_H */
