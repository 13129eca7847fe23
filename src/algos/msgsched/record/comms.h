/* comms.h: communicators with ids that all of their ranks know. All callers
 * hold the recorder's lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COMMS_H
#define RECORD_COMMS_H

#include <mpi.h>

#include "sets.h"

struct comm {
    uint64_t id;
    int64_t group;  /* number of the list of its ranks; -1: unknown */
    bool everybody; /* contains all ranks of MPI_COMM_WORLD */
};

/* Returns the description of a communicator. The group is -1 if [comm] is no
 * communicator, there is no memory, or MPI_Init was not called. The description
 * stays valid when the communicator is freed. */
struct comm comms_find(MPI_Comm comm);

/* Returns the envelope of a message from or to [rank] of [c]. The peer is -1
 * for intercommunicators and for ranks of none or of another MPI_COMM_WORLD. */
struct envelope comms_envelope(const struct comm *c, int rank, int tag);

/* Must be called on all ranks of [parent] after they created a communicator
 * from it. [made] is MPI_COMM_NULL on ranks that are not in it. */
void comms_made(MPI_Comm parent, MPI_Comm made);

#endif /* RECORD_COMMS_H */
