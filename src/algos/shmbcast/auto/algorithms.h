/* algorithms.h: the algorithms of shmbcast_auto, and tables of them by size. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_ALGORITHMS_H
#define SHMBCAST_AUTO_ALGORITHMS_H

#include <stdbool.h>
#include <stddef.h>

#include "../shmbcast_auto.h"

/*
 * Algorithms for messages longer than SB_LINE_BYTES. A calibration chooses
 * among those before SB_CALIBRATED. Those after it are used for buffers in
 * shared memory.
 */
enum sb_algorithm {
    SB_NONE,       /* no algorithm chosen */
    SB_SLOT,       /* each slot has a buffer; the root prefetches its lines */
    SB_SLOT_ASK,   /* like SLOT, but readers prefetch the data before they
                    * poll */
    SB_SLOT_PAST,  /* like SLOT, but the root stores past the caches */
    SB_BUFFER,     /* all slots share a buffer, which stays in the caches */
    SB_BUFFER_ASK, /* like BUFFER, but readers prefetch before they poll */
    SB_RING,       /* pieces go through the whole ring */
    SB_RING_PART,  /* uses a quarter of the ring, which stays in the caches */
    SB_RING_PAST,  /* like RING, but ranks store past the caches */
    SB_QUEUE,      /* queue of the published algorithm, with two sets */
    SB_PULL,       /* copies through the kernel, one chunk for each rank */
    SB_PULL_FINE,  /* copies through the kernel, in chunks of half that size */
    SB_CALIBRATED,
    SB_DIRECT = SB_CALIBRATED, /* copies by loads and stores in shared memory */
    SB_DIRECT_PAST,            /* like DIRECT, with non-temporal stores */
    SB_LIBRARY,                /* the MPI library's collective */
};

/* True if the algorithm can carry messages of [nbytes]. [pulls]: the kernel can
 * copy the message, because its data have no gaps. */
bool sb_algorithm_fits(enum sb_algorithm algorithm, size_t nbytes, bool pulls);

/* A calibration tries the algorithm only above the returned size; SIZE_MAX: the
 * processor cannot do what is special in it. */
size_t sb_algorithm_least(enum sb_algorithm algorithm);

/*
 * Message sizes of a table: 64 B, 128 B ... 1 MiB. A message uses the entry of
 * the next larger size; longer messages use the last entry.
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

/* Parses a list such as "slot:4Ki,ring:32Ki,pull": each name is used up to its
 * size, the last one for all longer messages. "measured" clears the table.
 * Returns 0, or -EINVAL with the table unchanged. */
int sb_table_parse(unsigned char table[SHMBCAST_AUTO_SIZES], const char *text,
                   bool gaps);

#endif /* SHMBCAST_AUTO_ALGORITHMS_H */
