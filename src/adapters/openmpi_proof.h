/* openmpi_proof.h: did Open MPI use the algorithm that was chosen? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_PROOF_H
#define ADAPTERS_OPENMPI_PROOF_H

#include <jansson.h>
#include "adapters/library.h"

enum { PROOF_RANKS = 64 }; /* most ranks of which messages are counted */

struct proof {
    const char *verdict;
    int nranks;             /* 0: messages were not counted */
    long sent[PROOF_RANKS]; /* messages of each rank in a call; rank 0 */
};

/*
 * Prepares a variant for a case: sets the communicator of the arguments, runs
 * the call once, and native's once more if messages can be counted. Returns an
 * MPI error code with *cause if the library refuses the call, or used another
 * algorithm. Collective.
 */
int proof_find(struct proof *p, const struct library_algo *algo,
               struct op_args *args, MPI_Comm comm, char **cause);

/* Adds the proof to the record of a case. */
void proof_record(const struct proof *p, json_t *to);

/* Sets *to to the set of ranks (bit i: rank i) to which a rank of n sends
 * messages in an algorithm. Returns false if that is not known. Pure. */
bool proof_expects(const char *op, const char *algo, int rank, int n, int root,
                   uint64_t *to);

/* The messages that this rank sent: how many, and the set of ranks. */
struct messages {
    long sent;
    uint64_t to;
};

/* Between these two, m gets the messages on the communicator. False: this
 * library's messages cannot be counted. */
bool messages_begin(struct messages *m, MPI_Comm comm);
void messages_end(void);

#endif /* ADAPTERS_OPENMPI_PROOF_H */
