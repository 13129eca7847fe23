/* transport.h: messages between ranks, by microshmem. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_TRANSPORT_H
#define REFNUMA_TRANSPORT_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Two ranks become neighbours by the first message between them, and stay so:
 * from then on each sends the other one MPI message in every exchange, an empty
 * one if need be. So messages and bytes of a rank do not grow with the number
 * of ranks. A meeting costs one reduction of 8 bytes; one in which new
 * neighbours appear, a reduction over all ranks more. The paper has this
 * library over two networks' own puts and over microshmem (its section on
 * implementation); doc/refnuma.md tells why windows of MPI-3 are not offered.
 *
 * An error of MPI and a lack of memory for what arrives end the program, as
 * they do in microshmem.
 */

/* A message from another rank: `bytes`, a multiple of 8, to its tag. By
 * ascending rank; those of a rank in their order. `data` is gone afterwards. */
typedef void rn_message_fn(void *arg, int from, uint32_t tag, const void *data,
                           size_t bytes);

struct rn_transport;

/* Collective. MPI error codes, the same on all ranks. */
int rn_transport_open(MPI_Comm comm, rn_message_fn *receive, void *arg,
                      struct rn_transport **t);
void rn_transport_close(struct rn_transport *t); /* collective; NULL: nothing */

/* Copied; leaves by the next exchange. MPI_SUCCESS, or MPI_ERR_NO_MEM: not
 * taken. */
int rn_transport_put(struct rn_transport *t, int rank, uint32_t tag,
                     const void *data, size_t bytes);

/* Collective: the bitwise or of all ranks' bits; then an exchange, if any rank
 * has put anything. */
uint32_t rn_transport_meet(struct rn_transport *t, uint32_t bits);

/* Collective: an exchange between neighbours, without a reduction. Puts since
 * the meeting were to neighbours. */
void rn_transport_exchange(struct rn_transport *t);

/* Messages sent in exchanges, empty ones too. */
void rn_transport_info(const struct rn_transport *t, int64_t *neighbours,
                       int64_t *messages);

#endif /* REFNUMA_TRANSPORT_H */
