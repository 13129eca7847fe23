/* slot.h: where messages begin, and where short ones are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SLOT_H
#define SHMBCAST_AUTO_SLOT_H

#include "handle.h"

/* This rank's slot for the operation, when nobody reads what it held. */
struct sb_slot *sb_slot_claim(struct shmbcast_auto *h);

/* What was written into the slot is for all ranks that read this one's. */
static inline void sb_slot_publish(const struct shmbcast_auto *h,
                                   struct sb_slot *slot, unsigned code)
{
    /* release: the bytes come before; pairs with sb_slot_read() */
    atomic_store_explicit(&slot->word, h->op * SB_CODES + code,
                          memory_order_release);
}

/* Wait for the slot of [rank]; its code. */
static inline unsigned sb_slot_read(const struct shmbcast_auto *h, int rank,
                                    const struct sb_slot **slot)
{
    *slot = &sb_area(h, rank)->slots[h->op % SB_NSLOTS];
    /* pairs with sb_slot_publish() */
    return (
        unsigned)(sb_wait_least(&(*slot)->word, h->op * SB_CODES, &h->waiter) %
                  SB_CODES);
}

/* All of a message of [nbytes], at most SHMBCAST_AUTO_SLOT_MAX. */
int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes);
void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot, unsigned code);

#endif /* SHMBCAST_AUTO_SLOT_H */
