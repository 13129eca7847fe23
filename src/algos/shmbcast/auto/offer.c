/* offer.c: ranks read from each other's buffers through the kernel. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * As in pull.c, but each rank is a root: it publishes in its slot where its
 * input is and where its result will be. Others may read the input as soon as
 * the slot's word says so, and the result once the word has grown by one. At
 * the end a rank waits until the others no longer read its buffers.
 *
 * Cost: a system call for each piece that is read, and n / B; at the end L.
 */
#include "exchange.h"

#include "../line.h"

/* What a rank lets the others read. */
struct offer {
    struct sb_address in, out;
};
_Static_assert(sizeof(struct offer) <= sizeof(((struct sb_slot *)0)->line),
               "fits");

/* Added to the slot's word. */
enum { INPUT, RESULT };

void sb_offer_open(struct shmbcast_auto *h, const void *in, const void *out,
                   size_t nbytes)
{
    struct offer offer = {.in = sb_address_of(h, in, nbytes),
                          .out = sb_address_of(h, out, nbytes)};

    sb_slot_claim(h, SB_NSLOTS);
    sb_slot_announce(h, INPUT, &offer, sizeof(offer));
}

void sb_offer_result(struct shmbcast_auto *h)
{
    sb_slot_publish(h, RESULT);
}

int sb_offer_read(struct shmbcast_auto *h, int rank, bool result, size_t at,
                  char *to, size_t n)
{
    const struct sb_slot *slot = sb_slot(h, rank, h->op);
    struct offer offer;

    /* pairs with the release store in sb_slot_publish() */
    sb_wait_least(&slot->word, h->op * SB_WORDS + (result ? RESULT : INPUT),
                  &h->waiter);
    memcpy(&offer, slot->line, sizeof(offer));
    return sb_address_copy(h, result ? &offer.out : &offer.in, rank, at, to, n,
                           false, false) == 0
               ? MPI_SUCCESS
               : MPI_ERR_OTHER;
}

void sb_offer_close(struct shmbcast_auto *h)
{
    sb_call_end(h);
    /* pairs with sb_call_end() */
    h->all_done = sb_wait_others(h, offsetof(struct sb_area, done), h->op);
}
