/* openmpi_proof.h: checks whether Open MPI used the algorithm that was
 * chosen. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef ADAPTERS_OPENMPI_PROOF_H
#define ADAPTERS_OPENMPI_PROOF_H

#include "adapters/library/library.h"

/*
 * open() of an algorithm. Runs the call once, and native's call once if
 * messages can be counted; sets `proof`. Fails if the library refuses the call
 * or used another algorithm.
 */
int proof_open(void **state, struct op_args *args, char **cause);

/* Sets *to to the ranks (bit i: rank i) to which a rank of n sends messages in
 * this algorithm, or to 0 if it is only known that other algorithms send to
 * other ranks. Returns false if nothing is known. Pure. */
bool proof_expects(const char *op, const char *algo, int rank, int n, int root,
                   uint64_t *to);

/* Number of messages that this rank has sent, and their targets (bit i: rank
 * i). */
struct messages {
    long sent;
    uint64_t to;
};

/* messages_begin() starts counting this rank's messages on the communicator in
 * *m; messages_end() stops. Returns false if this library's messages cannot be
 * counted. */
bool messages_begin(struct messages *m, MPI_Comm comm);
void messages_end(void);

#endif /* ADAPTERS_OPENMPI_PROOF_H */
