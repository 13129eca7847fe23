/* transport_mpi.h: letters that ranks send and expect. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TRANSPORT_MPI_H
#define TRANSPORT_MPI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algos/refnuma/transport.h"
#include "algos/test/expect.h"

/* A letter that this rank is to get. */
struct letter {
    int from;
    uint32_t box;
    size_t bytes;
    unsigned seed;
};

struct mailbox {
    const struct rn_transport_kind *kind;
    struct rn_transport *t;
    struct letter *due;
    size_t n, seen;
    bool *met;   /* pairs that are neighbours */
    size_t most; /* bytes of a letter */
    uint64_t state;
};

void mailbox_open(struct mailbox *m, const struct rn_transport_kind *kind,
                  size_t most);
void mailbox_close(struct mailbox *m);

/* Called by all ranks: everybody draws the letter, `from` puts it. */
void put_letter(struct mailbox *m, int from, int to, size_t bytes);

/* transport_broken.c */
typedef void transport_case_fn(const struct rn_transport_kind *kind);
transport_case_fn case_self, case_shortage, case_windowless, case_turn;

#endif /* TRANSPORT_MPI_H */
