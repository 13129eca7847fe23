/* transfer.h: message transfer by slots, rings and copies between buffers. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_TRANSFER_H
#define SHMBCAST_AUTO_TRANSFER_H

#include "handle.h"
#include "../line.h"

/* A call's state on a rank other than the root. */
struct sb_reader {
    struct sb_stream *st;
    size_t left; /* room left in the user's buffer, in bytes */
    size_t sent; /* bytes of the message, once known */
    int root;
    int source;  /* rank whose slot and ring to read: the root or a leader */
    bool relays; /* this rank forwards the message to its group */
    int rc;      /* first error; the rank completes the protocol anyway */
};

static inline void sb_reader_fail(struct sb_reader *r, int code)
{
    if (r->rc == MPI_SUCCESS)
        r->rc = code;
}

/* Copies the next [n] bytes of the message, or as many as fit in the user's
 * buffer. */
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

/* Begin and end a call. Only now may this rank write what earlier calls used,
 * and only now may the others write what this call has used. */
static inline void sb_call_begin(struct shmbcast_auto *h)
{
    sb_auto_settle(h);
    h->op++;
}

static inline void sb_call_end(const struct shmbcast_auto *h)
{
    /* release: comes after all reads of this call; pairs with the waits of
     * ranks that write there again */
    atomic_store_explicit(&h->mine->done, h->op, memory_order_release);
}

/* slot.c: waits until the words at [offset] in all other ranks' areas are at
 * least [least], and returns their minimum. Ranks store these words with
 * release order. */
uint64_t sb_wait_others(const struct shmbcast_auto *h, size_t offset,
                        uint64_t least);

/* Slots, in slot.c. Successive operations do not use neighbouring slots,
 * because the caches of readers prefetch lines after a message, and the root
 * would write these lines next. */
static inline size_t sb_slot_index(uint64_t op)
{
    return op * 7 % SB_NSLOTS;
}

static inline struct sb_slot *sb_slot(const struct shmbcast_auto *h, int rank,
                                      uint64_t op)
{
    return &sb_area(h, rank)->slots[sb_slot_index(op)];
}

/* Returns where [rank] writes a message of [nbytes] to send or forward it. */
static inline char *sb_slot_bytes(const struct shmbcast_auto *h, int rank,
                                  uint64_t op, size_t nbytes, bool in_buffer)
{
    struct sb_area *area = sb_area(h, rank);
    size_t i = sb_slot_index(op);

    return nbytes <= SB_LINE_BYTES ? area->slots[i].line
           : in_buffer             ? area->buffer
                                   : area->shorts[i];
}

/* Waits for the slot's message. Returns its code, with SB_IN_BUFFER if the
 * message is in the shared buffer. */
static inline unsigned sb_slot_read(const struct shmbcast_auto *h,
                                    const struct sb_slot *slot)
{
    /* pairs with the release store in sb_slot_publish() */
    return (unsigned)(sb_wait_least(&slot->word, h->op * SB_WORDS, &h->waiter) %
                      SB_WORDS);
}

/* Waits until all other ranks have finished the operation [ahead] operations
 * ago. With SB_NSLOTS, no rank still reads the old content of this slot; with
 * 1, no rank reads any slot or ring. Only the root calls this; leaders rely on
 * its wait. */
static inline void sb_slot_claim(struct shmbcast_auto *h, uint64_t ahead)
{
    /* pairs with the release store at the end of a call */
    if (h->op > h->all_done + ahead)
        h->all_done =
            sb_wait_others(h, offsetof(struct sb_area, done), h->op - ahead);
}

/* Stores the word of this rank's slot. */
void sb_slot_publish(const struct shmbcast_auto *h, unsigned code);

/* Announces a message that another algorithm carries: writes that algorithm's
 * header of [n] bytes, and its code, into the slot. */
void sb_slot_announce(const struct shmbcast_auto *h, unsigned code,
                      const void *head, size_t n);

/* Send and receive a whole message of at most SHMBCAST_AUTO_SLOT_MAX bytes, by
 * one of the algorithms SB_SLOT to SB_BUFFER_ASK. */
int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 enum sb_algorithm how);
void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     unsigned code);

/* Send and receive through a ring, in ring.c. [size] is the part of the ring
 * that is used: h->ring or sb_ring_part(). [past]: store past the caches. */
int sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 size_t size, bool past);
void sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

/* Rounds a position up to a whole cache line, so that messages do not share
 * one. */
static inline uint64_t sb_ring_aligned(uint64_t at)
{
    return (at + SB_CACHE_LINE - 1) / SB_CACHE_LINE * SB_CACHE_LINE;
}

/* Returns where position [at] is in the ring of [rank]. */
static inline char *sb_ring_at(const struct shmbcast_auto *h, int rank,
                               uint64_t at)
{
    return h->areas + (size_t)rank * h->stride + h->ring_at +
           (at & (h->laid - 1));
}

/* Publishes the bytes of this rank's ring up to position [at]. */
static inline void sb_ring_head(const struct shmbcast_auto *h, uint64_t at)
{
    /* release: the bytes are stored before; pairs with the waits for head */
    atomic_store_explicit(&h->mine->head, at, memory_order_release);
}

/* This rank no longer reads any ring before position [at]. */
static inline void sb_ring_tail(const struct shmbcast_auto *h, uint64_t at)
{
    /* release: comes after our reads; pairs with sb_ring_claim() */
    atomic_store_explicit(&h->mine->tail, at, memory_order_release);
}

/* Waits until all ranks have read the old bytes up to position [end]. Only a
 * rank that writes its own block calls this; leaders rely on the root's
 * wait. */
void sb_ring_claim(struct shmbcast_auto *h, uint64_t end);

/* Makes this and later messages use [size] bytes of the ring. */
void sb_ring_lay(struct shmbcast_auto *h, size_t size);

/* How to copy between user buffers (pull.c): chunk size and kind of stores. */
struct sb_cut {
    bool fine; /* use chunks of half the size */
    bool past; /* use non-temporal stores */
};

/* True if a message is long enough for chunks of half the size. */
bool sb_pull_fine(size_t nbytes, int nranks);

int sb_pull_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 const struct sb_address *address, struct sb_cut cut);
void sb_pull_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot);

/* Locations of buffers, in address.c. Returns the location of the [n] bytes at
 * [at]; it is in a region if one part of the region holds all of them. */
struct sb_address sb_address_of(const struct shmbcast_auto *h, const void *at,
                                size_t n);

/* Copies [n] bytes between [here] and position [offset] of a buffer of [rank]:
 * from the buffer, or to it if [write]. [stream]: use non-temporal stores.
 * Returns 0 or an errno; after an error any of the bytes may have been
 * copied. */
int sb_address_copy(const struct shmbcast_auto *h,
                    const struct sb_address *there, int rank, size_t offset,
                    char *here, size_t n, bool write, bool stream);

/* Returns the size from which a message is so long that none of it remains in a
 * cache after a copy. */
size_t sb_stream_least(void);

#endif /* SHMBCAST_AUTO_TRANSFER_H */
