/* openmpi_proof.h: did Open MPI use the algorithm that was chosen? */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_PROOF_H
#define ADAPTERS_OPENMPI_PROOF_H

#include "adapters/library.h"

/*
 * An algorithm's open(): runs the call once, and native's once more if messages
 * can be counted; sets the proof. Fails if the library refuses the call, or
 * used another algorithm.
 */
int proof_open(void **state, struct op_args *args, char **cause);

/* Sets *to to the set of ranks (bit i: rank i) to which a rank of n sends
 * messages in an algorithm, or to none if it is only known that it is not like
 * others. Returns false if that is not known. Pure. */
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
