/* slot.h: where messages begin, and where short ones are. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_SLOT_H
#define SHMBCAST_AUTO_SLOT_H

#include "handle.h"

/* Neighbours are not used one after the other: what a cache fetches beyond a
 * message shall not be what the root is about to write. */
static inline size_t sb_slot_index(uint64_t op)
{
    return op * 7 % SB_NSLOTS;
}

static inline struct sb_slot *sb_slot(const struct shmbcast_auto *h, int rank,
                                      uint64_t op)
{
    return &sb_area(h, rank)->slots[sb_slot_index(op)];
}

/* Wait until nobody reads what this rank's slot, and its buffer for [nbytes],
 * held before. The root alone: leaders pass on what it has waited for. */
void sb_slot_claim(struct shmbcast_auto *h, size_t nbytes);

/* Wait until all others are through with the operations before this one. */
void sb_slot_claim_all(struct shmbcast_auto *h);

/* Where a message of [nbytes] is that [rank] has sent or passed on. */
static inline char *sb_slot_bytes(const struct shmbcast_auto *h, int rank,
                                  uint64_t op, size_t nbytes)
{
    struct sb_area *area = sb_area(h, rank);
    size_t i = sb_slot_index(op);

    return nbytes <= sizeof(area->slots[i].line) ? area->slots[i].line
           : nbytes <= SB_SHORT_MAX              ? area->shorts[i]
                                                 : area->longest;
}

/* Wait for the slot; its code and flags. [*late]: it was there already. */
static inline unsigned sb_slot_read(const struct shmbcast_auto *h,
                                    const struct sb_slot *slot, bool *late)
{
    uint64_t least = h->op * SB_WORDS;
    /* pairs with the store of what was sent, announced or passed on */
    uint64_t word = atomic_load_explicit(&slot->word, memory_order_acquire);

    *late = word >= least;
    if (!*late)
        word = sb_wait_slow(&slot->word, least, UINT64_MAX, &h->waiter);
    return (unsigned)(word % SB_WORDS);
}

/* A message that goes another way than in the slot, described by [n] bytes. */
void sb_slot_announce(const struct shmbcast_auto *h, unsigned code,
                      const void *head, size_t n);

/* All of a message of [nbytes], at most SHMBCAST_AUTO_SLOT_MAX. */
int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes);
void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     unsigned code);

#endif /* SHMBCAST_AUTO_SLOT_H */
