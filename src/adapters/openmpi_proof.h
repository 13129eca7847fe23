/* openmpi_proof.h: did Open MPI use the algorithm that was chosen? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_PROOF_H
#define ADAPTERS_OPENMPI_PROOF_H

#include <jansson.h>
#include "adapters/library.h"
#include "adapters/openmpi_messages.h"

/* What the messages of a call tell. */
enum verdict {
    PROOF_NONE,  /* they cannot be counted */
    PROOF_EMPTY, /* there are none */
    PROOF_SAME,  /* they are native's */
    PROOF_OTHER, /* they are not native's */
    PROOF_SHAPE, /* they are those of this algorithm */
};

struct proof {
    enum verdict verdict;
    int nranks;                /* 0: messages were not counted */
    long sent[MESSAGES_RANKS]; /* messages of each rank in a call; rank 0 */
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

#endif /* ADAPTERS_OPENMPI_PROOF_H */
