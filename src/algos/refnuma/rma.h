/* rma.h: the parts of the transport over MPI-3 windows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef REFNUMA_RMA_H
#define REFNUMA_RMA_H

#include <stdbool.h>
#include "algos/refnuma/transport.h"

/*
 * A neighbour, or this rank itself. A message is the number of its words, this one
 * included, and letters: box, bytes and data, padded to words.
 */
struct rn_rma_peer {
    int rank;
    bool known; /* to the other side too */
    uint64_t *out;
    size_t used, room, sent; /* words */
    size_t there, there_words; /* this rank's inbox in the peer's window */
    size_t here, here_words;   /* the peer's inbox in this rank's window */
    uint64_t *in; /* a message longer than the inbox */
    size_t total, got;
    MPI_Request rest[2]; /* of the part that comes, and of the one that goes */
    size_t wish; /* words of a better inbox */
};

struct rn_transport {
    const struct rn_transport_kind *kind;
    rn_letter_fn *letter;
    void *arg;
    MPI_Comm comm;
    MPI_Group group; /* of comm */
    int rank, size;
    struct rn_rma_peer **of;    /* each rank, or NULL */
    struct rn_rma_peer **peers; /* by ascending rank */
    int npeers, neighbours;
    int *ranks; /* of some group; room for all */
    uint64_t flags; /* of the next meeting */
    uint64_t mine, all;
    MPI_Request meeting;
    MPI_Win win;
    uint64_t *inbox; /* memory of the window */
    MPI_Group exposed; /* all neighbours; MPI_GROUP_EMPTY: none */
    int64_t messages;
};

/* Bits of a meeting above the caller's. */
#define RN_RMA_PUT ((uint64_t)1 << 32)  /* there are letters */
#define RN_RMA_NEW ((uint64_t)1 << 33)  /* there are new neighbours */
#define RN_RMA_GROW ((uint64_t)1 << 34) /* some inbox is too small */

/* rma_peers.c. Room for so many words more: false, without memory. */
struct rn_rma_peer *rn_rma_peer_get(struct rn_transport *t, int rank); /* or NULL */
bool rn_rma_peer_room(struct rn_rma_peer *p, size_t words);
void rn_rma_peer_clear(struct rn_rma_peer *p); /* an empty message */
void rn_rma_peers_free(struct rn_transport *t);
/* Collective: new neighbours tell each other. */
int rn_rma_peers_meet(struct rn_transport *t);
/* Collective: the worst error of all ranks. */
int rn_rma_peers_agree(const struct rn_transport *t, int rc);

int rn_rma_wait(int n, MPI_Request *requests);

/* Where windows made at the same time get each other's file (rma_turn.c). Open MPI 5 has
 * the process in its name. */
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#define RN_RMA_TURNS
#endif

/* rma_turn.c. Between them, which all ranks of the communicator call, no other one on
 * this host makes a window where that would disturb. The ranks agree on how it went
 * before they call end(). begin() waits so many seconds at most, and once in vain. */
extern double rn_rma_turn_limit;
int rn_rma_turn_begin(const struct rn_transport *t);
void rn_rma_turn_end(int turn);

/* rma_window.c. Collective: a window with an inbox for each neighbour, instead of the
 * one before, if there is one. */
int rn_window_open(struct rn_transport *t);
void rn_window_close(struct rn_transport *t);
/* What is in the outboxes goes; what comes is delivered. Memory that is missing for
 * that is told after all is done. MPI_ERR_WIN: there is no window. */
int rn_window_exchange(struct rn_transport *t);
void rn_window_self(struct rn_transport *t); /* this rank's letters to itself */
void rn_window_drop(struct rn_transport *t); /* what is in the outboxes */

#endif /* REFNUMA_RMA_H */
