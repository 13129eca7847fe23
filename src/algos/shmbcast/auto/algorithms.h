/* algorithms.h: the algorithms of shmbcast_auto, and which sizes take which. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_ALGORITHMS_H
#define SHMBCAST_AUTO_ALGORITHMS_H

#include <stdbool.h>
#include <stddef.h>

#include "../shmbcast_auto.h"

/*
 * What carries a message longer than SB_LINE_BYTES. A calibration chooses
 * between those before SB_CALIBRATED; the others depend on where buffers are.
 */
enum sb_algorithm {
    SB_NONE,       /* not chosen */
    SB_SLOT,       /* a buffer of the slot's own, whose lines the root fetches
                    * ahead */
    SB_SLOT_ASK,   /* the same; readers fetch its lines before they poll */
    SB_BUFFER,     /* one buffer for all slots, which stays in the caches */
    SB_BUFFER_ASK, /* the same; readers fetch its lines before they poll */
    SB_RING,       /* through the whole ring */
    SB_RING_PART,  /* through a quarter of the ring, which stays in caches */
    SB_QUEUE,      /* the published algorithm's two sets of buffers */
    SB_PULL,       /* by the kernel, in as few chunks as there are ranks */
    SB_PULL_FINE,  /* by the kernel, in chunks of half the size */
    SB_CALIBRATED,
    SB_DIRECT = SB_CALIBRATED, /* loads and stores, in memory ranks share */
    SB_DIRECT_PAST,            /* the same, stored past the caches */
};

/* Does it carry messages of [nbytes], with the kernel's help if it [pulls]?
 * The kernel does not help with data with gaps. */
bool sb_algorithm_fits(enum sb_algorithm algorithm, size_t nbytes, bool pulls);

/* A calibration tries it for messages longer than this. */
size_t sb_algorithm_least(enum sb_algorithm algorithm);

/*
 * Sizes in a table: 64 B, 128 B ... 1 MiB. A message has the place of the next
 * larger size; the last place is for all that are longer.
 */
static inline size_t sb_size_at(unsigned place)
{
    return (size_t)64 << place;
}

static inline unsigned sb_place(size_t nbytes)
{
    unsigned place =
        nbytes <= 64 ? 0 : 58 - (unsigned)__builtin_clzll(nbytes - 1);

    return place < SHMBCAST_AUTO_SIZES ? place : SHMBCAST_AUTO_SIZES - 1;
}

/* A list such as "slot:4Ki,ring:32Ki,pull": each name up to a size, the last
 * for all longer messages; or "measured": none is given. 0 or -EINVAL, the
 * table unchanged. */
int sb_table_parse(unsigned char table[SHMBCAST_AUTO_SIZES], const char *text,
                   bool gaps);

#endif /* SHMBCAST_AUTO_ALGORITHMS_H */
