/* slot.c: short messages, in the cache line of their sequence number or in a
 * buffer. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operation N uses slot N mod SB_NSLOTS of the root. The root writes the
 * message, then the word with N. Up to 56 bytes share the word's cache line and
 * cost one transfer. A slot is reused when all ranks have finished the
 * operation that used it; each rank counts the operations that it has finished.
 *
 * Longer messages use one of two kinds of buffers. If each slot has its own, a
 * root can be ahead by SB_NSLOTS messages, and fetch the lines of the next
 * message while no rank waits. A buffer shared by all slots has fewer lines,
 * which stay in closer caches, but the root waits until all others have read
 * the last message.
 *
 * Cost: L for a line, 2 L + n / B for longer messages, with the latency L of a
 * line and the bandwidth B between two caches. Forwarding by group leaders
 * doubles that.
 */
#include "../line.h"
#include "transfer.h"

uint64_t sb_wait_others(const struct shmbcast_auto *h, size_t offset,
                        uint64_t least)
{
    uint64_t all = UINT64_MAX;

    for (int r = 0; r < h->size; r++) {
        char *area = (char *)sb_area(h, r);
        uint64_t word;

        if (r == h->rank)
            continue;
        word = sb_wait_least((_Atomic uint64_t *)(area + offset), least,
                             &h->waiter);
        all = word < all ? word : all;
    }
    return all;
}

void sb_slot_publish(const struct shmbcast_auto *h, unsigned code)
{
    /* release: the bytes are stored before; pairs with sb_slot_read() */
    atomic_store_explicit(&sb_slot(h, h->rank, h->op)->word,
                          h->op * SB_WORDS + code, memory_order_release);
}

void sb_slot_announce(const struct shmbcast_auto *h, unsigned code,
                      const void *head, size_t n)
{
    memcpy(sb_slot(h, h->rank, h->op)->line, head, n);
    sb_slot_publish(h, code);
}

int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes,
                 enum sb_algorithm how)
{
    bool in_buffer = how == SB_BUFFER || how == SB_BUFFER_ASK;
    bool past = how == SB_SLOT_PAST && nbytes > SB_LINE_BYTES;
    char *to = sb_slot_bytes(h, h->rank, h->op, nbytes, in_buffer);
    unsigned code = (unsigned)nbytes | (in_buffer ? SB_IN_BUFFER : 0);
    int rc = MPI_SUCCESS;

    sb_slot_claim(h, in_buffer ? 1 : SB_NSLOTS);
    if (nbytes > 0) /* memcpy() forbids null pointers, even for 0 bytes */
        rc = past ? sb_stream_get_past(st, to, nbytes)
                  : sb_stream_get(st, to, nbytes);
    sb_slot_publish(h, rc == MPI_SUCCESS ? code : SB_CODE_FAILED);
    /* while no rank waits, fetch the next slot's lines from its last readers */
    sb_lines_own(sb_slot(h, h->rank, h->op + 1)->line, 1);
    if (!in_buffer && !past)
        sb_lines_own(sb_slot_bytes(h, h->rank, h->op + 1, nbytes, false),
                     nbytes);
    return rc;
}

void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     unsigned code)
{
    bool in_buffer = (code & SB_IN_BUFFER) != 0;
    size_t nbytes = code == SB_CODE_FAILED ? 0 : code % SB_CODES;
    const char *from = sb_slot_bytes(h, r->source, h->op, nbytes, in_buffer);

    r->sent = nbytes;
    if (r->relays) {
        memcpy(sb_slot_bytes(h, h->rank, h->op, nbytes, in_buffer), from,
               nbytes);
        sb_slot_publish(h, code);
    }
    sb_reader_put(r, from, nbytes);
    if (code == SB_CODE_FAILED)
        sb_reader_fail(r, MPI_ERR_OTHER);
}
