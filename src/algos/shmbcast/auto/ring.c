/* ring.c: the root copies into a ring while the other ranks copy out of it. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Positions count the bytes of all messages that went through rings so far, the
 * same on all ranks. So each rank needs only one counter for what it has read
 * from any ring. Position x is byte x mod size of the ring. If a ring is at
 * least as large as the L2 cache, most lines have left the readers' caches when
 * they are written again, so the write need not wait for them.
 *
 * The root copies a piece and publishes the new head; the others copy all bytes
 * up to the head. Pieces are small at the start, so that the others begin soon,
 * and at the end, where the readers copy after the root has finished.
 *
 * A message may use only a part of the ring, small enough to stay in the
 * caches. The message's header contains the size of that part. If that size
 * differs from the previous message's, positions map to other bytes. Then the
 * root waits until all ranks have finished the previous message, so that no
 * rank reads any ring.
 *
 * Cost: L + (n + piece) / B with copies of B bytes a second. Forwarding to
 * another group adds L + piece / B.
 */
#include "../line.h"
#include "transfer.h"

struct ring_head {
    uint64_t nbytes;
    uint64_t ready; /* bytes that are already in the ring */
    uint64_t size;  /* bytes of the ring that this message uses */
    uint64_t past;  /* 1: ranks store past the caches */
};

enum { PIECE_MIN = 4096, PIECE_MAX = 16384 };

/* Returns the size of the next piece, after [sent] bytes, with [left] bytes to
 * send. A piece does not cross the end of the ring. */
static size_t next_piece(const struct shmbcast_auto *h, uint64_t at,
                         size_t sent, size_t left)
{
    size_t n = sent < PIECE_MIN ? PIECE_MIN : sent, end;

    if (n > PIECE_MAX)
        n = PIECE_MAX;
    if (n > left / 2)
        n = left / 2 > PIECE_MIN ? sb_ring_aligned(left / 2) : PIECE_MIN;
    if (n > left)
        n = left;
    end = h->laid - (at & (h->laid - 1));
    return n < end ? n : end;
}

void sb_ring_claim(struct shmbcast_auto *h, uint64_t end)
{
    /* pairs with sb_ring_tail() */
    if (end > h->all_tail + h->laid)
        h->all_tail =
            sb_wait_others(h, offsetof(struct sb_area, tail), end - h->laid);
}

static void head_slot(const struct shmbcast_auto *h, size_t nbytes,
                      size_t ready, bool past)
{
    struct ring_head head = {
        .nbytes = nbytes, .ready = ready, .size = h->laid, .past = past};

    sb_slot_announce(h, SB_CODE_RING, &head, sizeof(head));
}

static void message_end(struct shmbcast_auto *h, size_t nbytes)
{
    h->at += sb_ring_aligned(nbytes);
    sb_ring_tail(h, h->at);
}

/* Marks the message as broken if packing fails, but advances all positions. A
 * leader that forwards it need not wait, because the root has waited. */
static void give_up(struct shmbcast_auto *h, size_t nbytes)
{
    /* relaxed: the store of head below publishes it */
    atomic_store_explicit(&h->mine->broken, h->op, memory_order_relaxed);
    sb_ring_head(h, h->at + nbytes);
}

/* While no rank waits, prefetches the first lines of the next message. */
static void own_next(const struct shmbcast_auto *h, size_t nbytes)
{
    size_t in = h->at & (h->laid - 1), n = h->laid - in;

    n = n < PIECE_MIN ? n : PIECE_MIN;
    sb_lines_own(sb_ring_at(h, h->rank, h->at), n < nbytes ? n : nbytes);
}

void sb_ring_lay(struct shmbcast_auto *h, size_t size)
{
    if (size == h->laid)
        return;
    if (h->laid != 0)
        sb_slot_claim(h, 1);
    h->laid = size;
}

int sb_ring_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 size_t size, bool past)
{
    int rc = MPI_SUCCESS;

    sb_ring_lay(h, size);
    for (size_t sent = 0; sent < nbytes && rc == MPI_SUCCESS;) {
        uint64_t at = h->at + sent;
        size_t n = next_piece(h, at, sent, nbytes - sent);
        char *to = sb_ring_at(h, h->rank, at);

        sb_ring_claim(h, at + n);
        rc = past ? sb_stream_get_past(st, to, n) : sb_stream_get(st, to, n);
        if (rc == MPI_SUCCESS) {
            sb_ring_head(h, at + n);
        } else {
            /* all ranks must have seen the old value of [broken] before */
            sb_slot_claim(h, 1);
            give_up(h, nbytes);
        }
        if (sent == 0) {
            sb_slot_claim(h, SB_NSLOTS);
            head_slot(h, nbytes, rc == MPI_SUCCESS ? n : 0, past);
        }
        sent += n;
    }
    message_end(h, nbytes);
    if (!past)
        own_next(h, nbytes);
    return rc;
}

static void pass_on(const struct shmbcast_auto *h, uint64_t at,
                    const char *from, size_t n, bool past)
{
    char *to = sb_ring_at(h, h->rank, at);

    if (past)
        sb_lines_copy_past(to, from, n);
    else
        memcpy(to, from, n);
    sb_ring_head(h, at + n);
}

void sb_ring_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot)
{
    const struct sb_area *area = sb_area(h, r->source);
    struct ring_head head;
    bool broken = false;

    memcpy(&head, slot->line, sizeof(head));
    r->sent = head.nbytes;
    h->laid = head.size;
    if (r->relays)
        head_slot(h, head.nbytes, 0, head.past != 0);
    for (uint64_t got = 0; got < head.nbytes && !broken;) {
        uint64_t at = h->at + got, in = at & (h->laid - 1);
        /* pairs with sb_ring_head() */
        uint64_t n = got < head.ready
                         ? head.ready
                         : sb_wait_least(&area->head, at + 1, &h->waiter) - at;

        /* relaxed: the wait above orders it */
        broken =
            atomic_load_explicit(&area->broken, memory_order_relaxed) == h->op;
        if (broken)
            break;
        n = n < h->laid - in ? n : h->laid - in;
        n = n < head.nbytes - got ? n : head.nbytes - got;
        if (r->relays)
            pass_on(h, at, sb_ring_at(h, r->source, at), n, head.past != 0);
        sb_reader_put(r, sb_ring_at(h, r->source, at), n);
        got += n;
        sb_ring_tail(h, h->at + got);
    }
    if (broken) {
        if (r->relays)
            give_up(h, head.nbytes);
        sb_reader_fail(r, MPI_ERR_OTHER);
    }
    message_end(h, head.nbytes);
}
