/* exchange.c: every rank writes its block, and reads those of the others. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A broadcast has one writer and many readers; here each rank is both. Short
 * blocks go through the slots (slot.c), one for each rank: each rank writes its
 * own, and waits for the words of the others. Longer blocks go through the
 * rings (ring.c): the blocks of all ranks are at the same positions of their
 * rings, and a rank writes a piece ahead of the one that it reads, so that it
 * rarely waits.
 *
 * If every rank reads, a rank that has read all blocks knows that the others
 * have begun the call, and so have finished the one before. Then the slots need
 * no other message before they are used again.
 *
 * Cost: L up to 56 bytes and 2 L + (p - 1) n / B above, with the latency L of a
 * line and the bandwidth B between two caches.
 */
#include "exchange.h"

#include <stdlib.h>

#include "../line.h"

/* Bytes of the pieces in a ring: an eighth of the block, within these limits.
 * Shorter ones cost more waits, longer ones overlap less. */
enum { PIECE_MIN = 16384, PIECE_MAX = 65536 };

size_t sb_exchange_most(const struct shmbcast_auto *h)
{
    return h->ring / 4;
}

size_t sb_exchange_piece(const struct sb_exchange *x)
{
    /* two pieces fit, also in a quarter of the ring */
    size_t most = x->h->ring / 16 < PIECE_MAX ? x->h->ring / 16 : PIECE_MAX;
    size_t piece = x->nbytes / 8 < most ? x->nbytes / 8 : most;

    if (piece < PIECE_MIN)
        piece = PIECE_MIN;
    return x->elem > piece ? x->elem : piece / x->elem * x->elem;
}

/*
 * Takes the same part of all blocks, in the order of x->last. from() waits for
 * the part of another rank and returns where it is, or NULL after an error;
 * [own]: this rank's part.
 */
static inline void
take_all(struct sb_exchange *x, const char *own, size_t at, size_t n,
         const char *(*from)(const struct sb_exchange *x, int rank,
                             uint64_t position, size_t n),
         uint64_t position)
{
    int size = x->h->size;

    for (int i = 0; i < size; i++) {
        int rank = x->last - i < 0 ? x->last - i + size : x->last - i;
        const char *bytes =
            rank == x->h->rank ? own : from(x, rank, position, n);

        if (bytes == NULL)
            sb_exchange_note(x, MPI_ERR_OTHER);
        if (x->rc == MPI_SUCCESS)
            x->rc = x->take(x, rank, bytes, at, n);
    }
}

/* True if a rank cannot read its block in the user's buffer all the time. */
static bool keeps(const struct sb_exchange *x)
{
    return !x->own.dense || (x->reads && x->lost);
}

/* Returns the next [n] bytes of this rank's block, in the user's buffer or
 * copied to [kept] unless that is NULL. NULL: they could not be packed. */
static const char *own_part(struct sb_exchange *x, size_t n, char *kept)
{
    const char *own = x->own.at;
    int rc;

    if (kept == NULL) {
        x->own.at += n;
        return own;
    }
    rc = sb_stream_get(&x->own, kept, n);
    sb_exchange_note(x, rc);
    return rc == MPI_SUCCESS ? kept : NULL;
}

static const char *from_slot(const struct sb_exchange *x, int rank,
                             uint64_t position, size_t n)
{
    const struct shmbcast_auto *h = x->h;

    (void)position;
    if (sb_slot_read(h, sb_slot(h, rank, h->op)) == SB_CODE_FAILED)
        return NULL;
    return sb_slot_bytes(h, rank, h->op, n, false);
}

/* All ranks have begun this call, and so have finished the one before. */
static void all_here(struct shmbcast_auto *h)
{
    h->all_done = h->op - 1;
}

static void by_slots(struct sb_exchange *x)
{
    struct shmbcast_auto *h = x->h;
    char kept[SB_SHORT_MAX];
    const char *own = own_part(x, x->nbytes, keeps(x) ? kept : NULL);
    /* a stream may be written to, but sb_slot_send() does not */
    struct sb_stream st = {.at = (char *)(uintptr_t)own, .dense = true};

    if (x->writes && own != NULL) {
        (void)sb_slot_send(h, &st, x->nbytes, x->how);
    } else if (x->writes) {
        sb_slot_claim(h, SB_NSLOTS);
        sb_slot_publish(h, SB_CODE_FAILED);
    }
    if (x->reads)
        take_all(x, own, 0, x->nbytes, from_slot, 0);
}

/* The next piece of a block: position in the ring and bytes. */
struct piece {
    uint64_t at;
    size_t done, n; /* bytes before it; bytes of it; 0 after the last piece */
};

/* Sets [p] to the piece after it. Pieces begin at cache lines and do not cross
 * the end of the ring. The same on all ranks. */
static void next(const struct sb_exchange *x, struct piece *p)
{
    size_t laid = x->h->laid, most = sb_exchange_piece(x), room;

    p->at = sb_ring_aligned(p->at + p->n);
    p->done += p->n;
    room = laid - (p->at & (laid - 1));
    if (room < x->elem) {
        p->at += room;
        room = laid;
    }
    p->n = x->nbytes - p->done < most ? x->nbytes - p->done : most;
    p->n = p->n < room ? p->n : room;
    p->n -= p->n % x->elem;
}

/* Writes the next piece into the ring. Returns where this rank can read it. */
static const char *write_piece(struct sb_exchange *x, const struct piece *p,
                               char *kept)
{
    struct shmbcast_auto *h = x->h;
    const char *own = own_part(x, p->n, kept);

    if (!x->writes)
        return own;
    sb_ring_claim(h, p->at + p->n);
    if (x->rc == MPI_SUCCESS && x->how == SB_RING_PAST)
        sb_lines_copy_past(sb_ring_at(h, h->rank, p->at), own, p->n);
    else if (x->rc == MPI_SUCCESS)
        memcpy(sb_ring_at(h, h->rank, p->at), own, p->n);
    sb_ring_head(h, p->at + p->n);
    return own;
}

static const char *from_ring(const struct sb_exchange *x, int rank,
                             uint64_t position, size_t n)
{
    const struct shmbcast_auto *h = x->h;

    /* pairs with sb_ring_head() */
    sb_wait_least(&sb_area(h, rank)->head, position + n, &h->waiter);
    return sb_ring_at(h, rank, position);
}

/* [kept]: room for two pieces, or NULL. */
static void by_rings(struct sb_exchange *x, char *kept)
{
    struct shmbcast_auto *h = x->h;
    struct piece in = {.at = h->at}, out;
    char *turns[] = {kept, kept != NULL ? kept + sb_exchange_piece(x) : NULL};
    const char *own, *own_next;
    unsigned turn = 0;

    /* two pieces fit, as in the whole ring */
    sb_ring_lay(h, x->how == SB_RING_PART && x->elem <= sb_ring_part(h) / 4
                       ? sb_ring_part(h)
                       : h->ring);
    next(x, &in);
    out = in;
    own = write_piece(x, &in, turns[turn]);
    while (out.n > 0) {
        next(x, &in);
        turn = !turn;
        own_next = in.n > 0 ? write_piece(x, &in, turns[turn]) : NULL;
        if (x->reads)
            take_all(x, own, out.done, out.n, from_ring, out.at);
        sb_ring_tail(h, out.at + out.n);
        h->at = sb_ring_aligned(out.at + out.n);
        next(x, &out);
        own = own_next;
    }
    sb_ring_tail(h, h->at);
}

int sb_exchange(struct sb_exchange *x)
{
    bool by_ring = x->nbytes > SB_SHORT_MAX;
    char *kept = by_ring && keeps(x) ? malloc(2 * sb_exchange_piece(x)) : NULL;

    if (by_ring && keeps(x) && kept == NULL)
        x->rc = MPI_ERR_NO_MEM;
    sb_call_begin(x->h);
    if (by_ring)
        by_rings(x, kept);
    else
        by_slots(x);
    free(kept);
    if (x->reads)
        all_here(x->h);
    sb_call_end(x->h);
    return x->rc;
}

/*
 * A dissemination barrier: in round k each rank tells the rank 2^k above it
 * that it has heard of 2^k ranks, by the word of its slot, and waits for the
 * rank 2^k below it. Cost: L for each of the log2 p rounds.
 */
void sb_barrier(struct shmbcast_auto *h)
{
    unsigned round = 0;

    sb_call_begin(h);
    sb_slot_claim(h, SB_NSLOTS);
    for (int far = 1; far < h->size; far *= 2, round++) {
        int from = (h->rank - far + h->size) % h->size;

        sb_slot_publish(h, round);
        sb_wait_least(&sb_slot(h, from, h->op)->word, h->op * SB_WORDS + round,
                      &h->waiter);
    }
    sb_lines_own(sb_slot(h, h->rank, h->op + 1)->line, 1);
    all_here(h);
    sb_call_end(h);
}
