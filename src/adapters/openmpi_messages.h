/* openmpi_messages.h: which messages Open MPI sends in a collective, and what
 * they tell of its algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_MESSAGES_H
#define ADAPTERS_OPENMPI_MESSAGES_H

#include <stdint.h>
#include "ops/op.h"

enum { MESSAGES_RANKS = 64 }; /* most ranks of which messages are counted */

/* The messages that this rank sent. */
struct messages {
    long sent;
    uint64_t to; /* bit i: there was one to rank i */
};

/* True if this library's messages can be counted. */
bool messages_counted(void);

/* Between these two, m gets the messages on the communicator. */
void messages_begin(struct messages *m, MPI_Comm comm);
void messages_end(void);

/* Sets the ranks to which rank `rank` of n sends messages in an algorithm of an
 * operation. Returns false if that is not known. Pure. */
bool messages_expected(const char *op, const char *algo, int rank, int n,
                       int root, uint64_t *to);

/* Returns the name of an algorithm of the operation at or behind *next whose
 * expected messages are known, and sets *next behind it; NULL: there is none.
 * Pure. */
const char *messages_name(const char *op, size_t *next);

#endif /* ADAPTERS_OPENMPI_MESSAGES_H */
