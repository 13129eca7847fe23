/* transport.h: what carries messages between ranks that know each other. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TRANSPORT_H
#define REFNUMA_TRANSPORT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Two ranks become neighbours by the first message between them, and stay so: from
 * then on each sends the other one MPI message (rma: one put) in every exchange, an
 * empty one if need be. So messages and bytes of a rank do not grow with the number
 * of ranks. Only the meeting in which new neighbours appear costs a reduction over
 * all ranks more.
 */

/* A letter from another rank: `bytes`, a multiple of 8, to its box. By ascending rank;
 * those of a rank in their order. `data` is gone afterwards. */
typedef void rn_letter_fn(void *arg, int from, uint32_t box, const void *data,
                          size_t bytes);

struct rn_transport_info {
    int neighbours;
    int64_t messages; /* sent in exchanges, empty ones too; rma: puts */
};

struct rn_transport; /* starts with: const struct rn_transport_kind *kind */

/* Functions return MPI error codes. Those without `put` are collective. */
struct rn_transport_kind {
    const char *name;
    int (*open)(MPI_Comm comm, rn_letter_fn *letter, void *arg,
                struct rn_transport **t);
    void (*close)(struct rn_transport *t);
    /* Copied; leaves by the next exchange. MPI_ERR_NO_MEM: not taken. */
    int (*put)(struct rn_transport *t, int rank, uint32_t box, const void *data,
               size_t bytes);
    /* One reduction of 8 bytes: *all, the bitwise or of `bits` (the lower 32) of all
     * ranks; then an exchange, if any rank has put anything. At once, or in two
     * halves, with nothing put between them; begin() may leave all to end(). */
    int (*meet)(struct rn_transport *t, uint32_t bits, uint32_t *all);
    int (*meet_begin)(struct rn_transport *t, uint32_t bits);
    int (*meet_end)(struct rn_transport *t, uint32_t *all);
    /* An exchange between neighbours, without a reduction. Puts since the meeting
     * were to neighbours. */
    int (*exchange)(struct rn_transport *t);
    void (*info)(const struct rn_transport *t, struct rn_transport_info *info);
};

extern const struct rn_transport_kind rn_transport_microshmem;
extern const struct rn_transport_kind rn_transport_rma;

#endif /* REFNUMA_TRANSPORT_H */
