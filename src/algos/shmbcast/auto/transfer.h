/* transfer.h: what carries messages: slots, rings, and copies between buffers.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_TRANSFER_H
#define SHMBCAST_AUTO_TRANSFER_H

#include "handle.h"

/* The state of a call on a rank that is not the root. */
struct sb_reader {
    struct sb_stream *st;
    size_t left; /* bytes that still fit */
    size_t sent; /* bytes of the message, once it is known */
    int root;
    int source;  /* whose slot and ring to read */
    bool relays; /* passes on what comes in slots and rings */
    int rc;      /* first error; the rank stays in step all the same */
};

static inline void sb_reader_fail(struct sb_reader *r, int code)
{
    if (r->rc == MPI_SUCCESS)
        r->rc = code;
}

/* The next [n] bytes of the message, put where the user wants them as far as
 * they fit. */
static inline void sb_reader_put(struct sb_reader *r, const char *from,
                                 size_t n)
{
    size_t fits = n < r->left ? n : r->left;

    if (r->rc != MPI_SUCCESS)
        return;
    if (fits > 0)
        r->rc = sb_stream_put(r->st, from, fits);
    r->left -= fits;
    if (fits < n)
        sb_reader_fail(r, MPI_ERR_TRUNCATE);
}

/* In slot.c: wait until the words at [offset] in all other ranks' areas are at
 * least [least], each stored to release what comes before; the least of them.
 */
uint64_t sb_wait_others(const struct shmbcast_auto *h, size_t offset,
                        uint64_t least);

/* Slots, in slot.c. Neighbours are not used one after the other: what a cache
 * fetches beyond a message shall not be what the root is about to write. */
static inline size_t sb_slot_index(uint64_t op)
{
    return op * 7 % SB_NSLOTS;
}

static inline struct sb_slot *sb_slot(const struct shmbcast_auto *h, int rank,
                                      uint64_t op)
{
    return &sb_area(h, rank)->slots[sb_slot_index(op)];
}

/* Where a message of [nbytes] is that [rank] has sent or passed on. */
static inline char *sb_slot_bytes(const struct shmbcast_auto *h, int rank,
                                  uint64_t op, size_t nbytes, bool in_buffer)
{
    struct sb_area *area = sb_area(h, rank);
    size_t i = sb_slot_index(op);

    return nbytes <= SB_LINE_BYTES ? area->slots[i].line
           : in_buffer             ? area->buffer
                                   : area->shorts[i];
}

/* Wait for the slot; its code, perhaps with SB_IN_BUFFER. */
static inline unsigned sb_slot_read(const struct shmbcast_auto *h,
                                    const struct sb_slot *slot)
{
    /* pairs with the store of what was sent, announced or passed on */
    return (unsigned)(sb_wait_least(&slot->word, h->op * SB_WORDS, &h->waiter) %
                      SB_WORDS);
}

/* Wait until all others are through with the operation [ahead] before this one:
 * with SB_NSLOTS nobody reads what this rank's slot held, with 1 nobody reads
 * anything. The root alone: leaders pass on what it has waited for. */
static inline void sb_slot_claim(struct shmbcast_auto *h, uint64_t ahead)
{
    /* pairs with the release store at the end of a call */
    if (h->op > h->all_done + ahead)
        h->all_done =
            sb_wait_others(h, offsetof(struct sb_area, done), h->op - ahead);
}

/* A message that goes another way than in the slot, described by [n] bytes. */
void sb_slot_announce(const struct shmbcast_auto *h, unsigned code,
                      const void *head, size_t n);

/* All of a message of [nbytes], at most SHMBCAST_AUTO_SLOT_MAX, in the slot's
 * own buffer (at most SB_SHORT_MAX) or in the one of all slots. */
int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 bool in_buffer);
void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     unsigned code);

/* Rings, in ring.c: round a ring of [size] bytes: h->ring, or sb_ring_part().
 */
int sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 size_t size);
void sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

/* From buffer to buffer, in pull.c: how a message is cut and stored. */
struct sb_cut {
    bool fine; /* chunks of half the size */
    bool past; /* past the caches */
};

/* Can chunks of half the size be any smaller? */
bool sb_pull_fine(size_t nbytes, int nranks);

int sb_pull_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 const struct sb_address *address, struct sb_cut cut);
void sb_pull_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

/* Buffers, in address.c. Where [n] bytes at [at] are: in a region if all of
 * them are in one part. */
struct sb_address sb_address_of(const struct shmbcast_auto *h, const void *at,
                                size_t n);

/*
 * Copy [n] bytes between memory here and what is [offset] into a buffer of
 * [rank]: read them, or [write]; [stream]: past the caches. 0 or errno, then
 * any of the bytes may have been copied.
 */
int sb_address_copy(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    char *here, size_t n, bool write, bool stream);

/* The shortest message that is in no cache any more when it has been copied,
 * however the caches were before. */
size_t sb_stream_least(void);

#endif /* SHMBCAST_AUTO_TRANSFER_H */
