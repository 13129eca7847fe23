/* comms.h: ids of communicators that are the same on all ranks. Callers hold
 * the recorder's lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COMMS_H
#define RECORD_COMMS_H

#include <mpi.h>

#include "sets.h"

struct comm {
    uint64_t id;
    int64_t group;  /* number of its list of ranks; -1 if not known */
    bool everybody; /* all ranks of MPI_COMM_WORLD are in it */
};

/* Returns the description of a communicator. Its group is -1 if [comm] is not a
 * communicator, if there is no memory, or before MPI_Init. The description
 * outlives the communicator. */
struct comm comms_find(MPI_Comm comm);

/* Returns the envelope of a message from or to [rank] of [c]. The peer is -1 in
 * an intercommunicator, and for ranks outside this MPI_COMM_WORLD. */
struct envelope comms_envelope(const struct comm *c, int rank, int tag);

/* To be called by all ranks of [parent] after they created a communicator from
 * it. [made] is MPI_COMM_NULL on ranks outside the new one. */
void comms_made(MPI_Comm parent, MPI_Comm made);

#endif /* RECORD_COMMS_H */
