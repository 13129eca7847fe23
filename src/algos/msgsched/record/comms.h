/* comms.h: communicators, known by the same numbers on all of their ranks. Its
 * callers have the recorder's lock. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef RECORD_COMMS_H
#define RECORD_COMMS_H

#include <mpi.h>

#include "sets.h"

struct comm {
    uint64_t id;
    int64_t group;  /* the number of its ranks; -1: unknown */
    bool everybody; /* has all ranks of MPI_COMM_WORLD */
};

/* What is known of a communicator: the group is unknown where it is none, there
 * is no memory, or MPI_Init was not called. Stays true when it is freed. */
struct comm comms_find(MPI_Comm comm);

/* [rank] is one of [c]. The peer is -1 for a rank of no or of another
 * MPI_COMM_WORLD, and for all of an intercommunicator. */
struct envelope comms_envelope(const struct comm *c, int rank, int tag);

/* All ranks of [parent] have made a communicator of it, this one or, for some
 * of them, none (MPI_COMM_NULL). */
void comms_made(MPI_Comm parent, MPI_Comm made);

#endif /* RECORD_COMMS_H */
