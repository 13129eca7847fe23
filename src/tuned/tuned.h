/* tuned.h: which algorithm the profile names for a call, and mock-ups. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef TUNED_TUNED_H
#define TUNED_TUNED_H

#include "config.h"

#include <mpi.h>
#include <stdbool.h>

#include "algos/preload/next.h"
#include "ops/op.h"
#include "tuned/profile.h"

enum collective {
    BCAST,
    ALLREDUCE,
    REDUCE,
    ALLGATHER,
    REDUCE_SCATTER_BLOCK,
    BARRIER,
    COLLECTIVES
};

/* Returns the profile's range that covers the call, or NULL. Returns NULL for
 * wrong arguments, too, which the MPI library will report. */
struct profile_range *tuned_range(enum collective collective, MPI_Count count,
                                  MPI_Datatype type, MPI_Comm comm);

/* Counts a call for the report in MPI_Finalize. */
void tuned_count(struct profile_range *r);

/* True if the range, which may be NULL, assigns calls to shared memory. Counts
 * the call. */
bool tuned_shared(struct profile_range *r);

/* True if all ranks of the communicator have this library. */
bool tuned_ours(MPI_Comm comm);

/* In mockups.c. Calls the mock-up of the range, which may be NULL, and sets
 * *rc. Returns false if there is none, or it cannot do the call. */
bool tuned_mock(struct profile_range *r, struct op_args a, int *rc);

#endif /* TUNED_TUNED_H */
