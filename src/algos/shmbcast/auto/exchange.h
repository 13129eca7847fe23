/* exchange.h: every rank writes its block and reads the blocks of the others.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef SHMBCAST_AUTO_EXCHANGE_H
#define SHMBCAST_AUTO_EXCHANGE_H

#include "transfer.h"

/*
 * One call of a collective. The blocks of all ranks have [nbytes], and consist
 * of elements of [elem] bytes that are never cut. Each rank copies its
 * block into its slot or ring; a rank that reads gets the blocks of all ranks
 * in pieces.
 */
struct sb_exchange {
    struct shmbcast_auto *h;
    size_t nbytes, elem;
    enum sb_algorithm
        how; /* of those that sb_coll_choose() returns, except SB_PULL */
    bool writes, reads;
    int last; /* rank that a reader takes first; then the ranks below it, down
               * to 0, and from the highest rank down */
    struct sb_stream own; /* this rank's block */
    bool lost;            /* take() of others' blocks overwrites it */
    /* takes the [n] bytes at [from], which follow the first [at] bytes of the
     * block of [rank]. Returns MPI_SUCCESS or an error class */
    int (*take)(struct sb_exchange *x, int rank, const char *from, size_t at,
                size_t n);
    void *state; /* for take() */
    int rc;      /* first error; the rank completes the exchange anyway */
};

/* Notes the result of a step. */
static inline void sb_exchange_note(struct sb_exchange *x, int rc)
{
    if (x->rc == MPI_SUCCESS)
        x->rc = rc;
}

/* Longest element that an exchange can carry. */
size_t sb_exchange_most(const struct shmbcast_auto *h);

/* Longest piece of the blocks in the rings, in whole elements. */
size_t sb_exchange_piece(const struct sb_exchange *x);

/* Exchanges the blocks. All ranks call it with the same sizes. Returns x->rc.
 */
int sb_exchange(struct sb_exchange *x);

/* Returns when all ranks have called it. */
void sb_barrier(struct shmbcast_auto *h);

/*
 * Combines [n] elements as MPI_Reduce_local() does, and to the same bits: inout
 * = in op inout. In combine.c. Returns MPI_SUCCESS or an error class.
 */
int sb_combine(struct shmbcast_auto *h, const void *in, void *inout, size_t n,
               MPI_Datatype type, MPI_Op op);

/* Makes a call of the collective, for a measurement. [all] has room for the
 * blocks of all ranks. */
typedef void sb_coll_call(struct shmbcast_auto *h, enum sb_coll coll, char *buf,
                          size_t nbytes, char *all);

/*
 * Returns what carries blocks of [nbytes]: SB_SLOT, SB_SLOT_PAST, SB_RING,
 * SB_RING_PART, SB_RING_PAST, SB_LIBRARY (allgather only), or SB_PULL between
 * the users' buffers (if [pulls]). The same on all ranks. The first call for a
 * collective may measure that by [call], and is then collective: in
 * coll_calibrate.c.
 */
enum sb_algorithm sb_coll_choose(struct shmbcast_auto *h, enum sb_coll coll,
                                 size_t nbytes, bool pulls, sb_coll_call *call);

/*
 * The same by copies between the users' buffers, in offer.c. In a call, between
 * sb_call_begin() and sb_offer_close(), which ends it: sb_offer_open() lets the
 * others read the [nbytes] at [in]; sb_offer_result(), those at [out].
 * sb_offer_read() waits for that of a rank, and copies [n] bytes after the
 * first [at] to [to]; it returns MPI_SUCCESS or MPI_ERR_OTHER.
 */
void sb_offer_open(struct shmbcast_auto *h, const void *in, const void *out,
                   size_t nbytes);
void sb_offer_result(struct shmbcast_auto *h);
int sb_offer_read(struct shmbcast_auto *h, int rank, bool result, size_t at,
                  char *to, size_t n);
void sb_offer_close(struct shmbcast_auto *h);

#endif /* SHMBCAST_AUTO_EXCHANGE_H */
