/* exchange.h: every rank writes its block and reads the blocks of the others.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_EXCHANGE_H
#define SHMBCAST_AUTO_EXCHANGE_H

#include "transfer.h"

/*
 * One call of a collective. The blocks of all ranks have [nbytes], and consist
 * of elements of [elem] bytes that are never cut. A rank that writes copies its
 * block into its slot or ring; a rank that reads gets the blocks of all ranks
 * in pieces.
 */
struct sb_exchange {
    struct shmbcast_auto *h;
    size_t nbytes, elem;
    bool writes, reads;
    int last; /* rank that a reader takes first; then the ranks below it, down
               * to 0, and from the highest rank down */
    struct sb_stream own; /* this rank's block */
    /* takes the [n] bytes at [from], which follow the first [at] bytes of the
     * block of [rank]. Returns MPI_SUCCESS or an error class */
    int (*take)(struct sb_exchange *x, int rank, const char *from, size_t at,
                size_t n);
    void *state; /* for take() */
    int rc;      /* first error; the rank completes the exchange anyway */
};

/* Longest element that an exchange can carry. */
size_t sb_exchange_most(const struct shmbcast_auto *h);

/* Longest piece of the blocks in the rings, in whole elements. */
size_t sb_exchange_piece(const struct sb_exchange *x);

/* Exchanges the blocks. All ranks call it with the same sizes. Returns x->rc.
 */
int sb_exchange(struct sb_exchange *x);

/* Returns when all ranks have called it. */
void sb_barrier(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_EXCHANGE_H */
