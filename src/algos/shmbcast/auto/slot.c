/* slot.c: messages that follow their sequence number at once. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Operation N uses slot N mod SB_NSLOTS of the root. The message comes first,
 * then the word with N in the line where the message begins: up to 56 bytes
 * cost one transfer of a cache line. A slot is written again when all ranks
 * are through with the operation that used it; a rank tells so by one counter,
 * which others read once in SB_NSLOTS operations. Few slots, so that they stay
 * in the caches.
 *
 * Cost: L + n / B for the latency L of a line and the bandwidth B between two
 * caches. Between groups, leaders pass the message on: 2 L.
 */
#include "slot.h"

#include "line.h"
#include "reader.h"

struct sb_slot *sb_slot_claim(struct shmbcast_auto *h)
{
    if (h->all_done + SB_NSLOTS < h->op) {
        uint64_t all = UINT64_MAX;

        for (int r = 0; r < h->size; r++) {
            uint64_t done;

            if (r == h->rank)
                continue;
            /* pairs with the release store at the end of a call */
            done = sb_wait_least(&sb_area(h, r)->done, h->op - SB_NSLOTS,
                                 &h->waiter);
            all = done < all ? done : all;
        }
        h->all_done = all;
    }
    return sb_slot(h, h->rank, h->op);
}

void sb_slot_announce(struct shmbcast_auto *h, unsigned code, const void *head,
                      size_t n)
{
    struct sb_block *block = sb_slot_claim(h)->blocks;

    memcpy(block->bytes, head, n);
    sb_block_publish(h, block, code);
}

/* Bytes of the message in the block that begins after [done] of them. */
static size_t in_block(size_t nbytes, size_t done)
{
    return nbytes - done < SB_BLOCK_BYTES ? nbytes - done : SB_BLOCK_BYTES;
}

int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    struct sb_block *block = sb_slot_claim(h)->blocks;
    struct sb_block *next = sb_slot(h, h->rank, h->op + 1)->blocks;
    size_t done = 0;
    int rc;

    do {
        size_t n = in_block(nbytes, done);

        rc = sb_stream_get(st, block->bytes, n);
        sb_block_publish(h, block++,
                         rc == MPI_SUCCESS ? (unsigned)nbytes : SB_CODE_FAILED);
        /* whoever read the next slot gives its lines up while nobody waits */
        sb_lines_own((const char *)next++, sizeof(uint64_t) + n);
        done += n;
    } while (done < nbytes && rc == MPI_SUCCESS);
    return rc;
}

void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot, unsigned code)
{
    const struct sb_block *block = slot->blocks;
    struct sb_block *mine = r->relays ? sb_slot_claim(h)->blocks : NULL;
    size_t nbytes = code == SB_CODE_FAILED ? 0 : code, done = 0;

    for (;;) {
        size_t n = in_block(nbytes, done);

        if (mine != NULL) {
            memcpy(mine->bytes, block->bytes, n);
            sb_block_publish(h, mine++, code);
        }
        sb_reader_put(r, block->bytes, n);
        done += n;
        if (done >= nbytes)
            break;
        code = sb_block_read(h, ++block);
        if (code == SB_CODE_FAILED)
            nbytes = done;
    }
    if (code == SB_CODE_FAILED)
        sb_reader_fail(r, MPI_ERR_OTHER);
}
