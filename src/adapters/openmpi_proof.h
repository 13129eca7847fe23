/* openmpi_proof.h: checks whether Open MPI has used the chosen algorithm. */
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
