/* meet.h: the ranks of a communicator tell each other when they came. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MEET_H
#define PROFILE_MEET_H

#include <mpi.h>

#include "profile/channel.h"
#include "profile/sums.h"

/* Messages of the profile in MPI_Finalize. */
enum { TAG_MEET = 1, TAG_MERGE };

/*
 * Matches the kept calls of a communicator, and adds all of this rank's calls
 * to the sums. Messages are between the communicator's ranks, by [comm], a
 * duplicate of MPI_COMM_WORLD; all of them must meet, and each rank in the same
 * order of communicators. Cost: 64 bytes a call and edge of the tree. Returns
 * an MPI error code. *unmatched: calls that not all ranks have made are added.
 */
int meet(MPI_Comm comm, struct channel *ch, unsigned level, struct sums *sums,
         int64_t *unmatched);

/* Adds all of this rank's calls on a communicator without matching them. count:
 * also their number, which is else that of the communicator's first rank. */
int meet_nobody(const struct channel *ch, bool count, struct sums *sums);

#endif /* PROFILE_MEET_H */
