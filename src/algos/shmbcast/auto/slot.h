/* slot.h: where messages begin, and where short ones are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SLOT_H
#define SHMBCAST_AUTO_SLOT_H

#include "handle.h"

/* Neighbouring slots are not used one after the other: what a cache fetches
 * beyond a message shall not be what the next root is about to write. */
enum { SB_SLOT_STEP = 7 };

static inline struct sb_slot *sb_slot(const struct shmbcast_auto *h, int rank,
                                      uint64_t op)
{
    return &sb_area(h, rank)->slots[op * SB_SLOT_STEP % SB_NSLOTS];
}

/* This rank's slot for the operation, when nobody reads what it held. */
struct sb_slot *sb_slot_claim(struct shmbcast_auto *h);

/* What was written into the block is for all ranks that read this one's. */
static inline void sb_block_publish(const struct shmbcast_auto *h,
                                    struct sb_block *block, unsigned code)
{
    /* release: the bytes come before; pairs with sb_block_read() */
    atomic_store_explicit(&block->word, h->op * SB_CODES + code,
                          memory_order_release);
}

/* Wait for the block; its code. */
static inline unsigned sb_block_read(const struct shmbcast_auto *h,
                                     const struct sb_block *block)
{
    /* pairs with sb_block_publish() */
    return (
        unsigned)(sb_wait_least(&block->word, h->op * SB_CODES, &h->waiter) %
                  SB_CODES);
}

/* A message that goes another way than in the slot, described by [n] bytes. */
void sb_slot_announce(struct shmbcast_auto *h, unsigned code, const void *head,
                      size_t n);

/* All of a message of [nbytes], at most SHMBCAST_AUTO_SLOT_MAX. */
int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes);
void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot, unsigned code);

#endif /* SHMBCAST_AUTO_SLOT_H */
