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
    return &h->mine->slots[h->op % SB_NSLOTS];
}

int sb_slot_send(struct shmbcast_auto *h, struct sb_stream *st, size_t nbytes)
{
    struct sb_slot *slot = sb_slot_claim(h);
    int rc = sb_stream_get(st, slot->bytes, nbytes);

    sb_slot_publish(h, slot,
                    rc == MPI_SUCCESS ? (unsigned)nbytes : SB_CODE_FAILED);
    return rc;
}

void sb_slot_receive(struct shmbcast_auto *h, struct sb_reader *r,
                     const struct sb_slot *slot, unsigned code)
{
    size_t nbytes = code == SB_CODE_FAILED ? 0 : code;

    if (r->relays) {
        struct sb_slot *mine = sb_slot_claim(h);

        memcpy(mine->bytes, slot->bytes, nbytes);
        sb_slot_publish(h, mine, code);
    }
    sb_reader_put(r, slot->bytes, nbytes);
    if (code == SB_CODE_FAILED)
        sb_reader_fail(r, MPI_ERR_OTHER);
}
