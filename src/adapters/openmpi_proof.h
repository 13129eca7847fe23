/* openmpi_proof.h: checks whether Open MPI has used the chosen algorithm. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_PROOF_H
#define ADAPTERS_OPENMPI_PROOF_H

#include <jansson.h>
#include "adapters/library.h"

enum {
    PROOF_RANKS = 64
}; /* maximum number of ranks for which messages are counted */

struct proof {
    const char *verdict;
    int nranks;             /* 0: messages were not counted */
    long sent[PROOF_RANKS]; /* number of messages of each rank in a call; rank 0
                               only */
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

/* Number of messages that this rank has sent, and the set of their targets
 * (bit i: rank i). */
struct messages {
    long sent;
    uint64_t to;
};

/* messages_begin() starts counting the messages of this rank on the
 * communicator in *m, and messages_end() stops it. False: messages of this
 * library cannot be counted. */
bool messages_begin(struct messages *m, MPI_Comm comm);
void messages_end(void);

#endif /* ADAPTERS_OPENMPI_PROOF_H */
