/* match_ranks.h: the ranks of a communicator exchange their arrival times. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PROFILE_MATCH_RANKS_H
#define PROFILE_MATCH_RANKS_H

#include <mpi.h>

#include "profile/channel.h"
#include "profile/sums.h"

/* Tags of the profile's messages in MPI_Finalize. */
enum { TAG_MATCH = 1, TAG_MERGE };

/*
 * Matches the kept calls of a communicator, and adds all of this rank's calls
 * to the sums. Collective over the communicator's ranks, in the same order of
 * communicators on all; messages use [comm], a duplicate of MPI_COMM_WORLD.
 * Cost: 64 bytes per call and edge of the tree. Returns an MPI error code. Adds
 * the number of calls that not all ranks have made to *unmatched.
 */
int match_ranks(MPI_Comm comm, struct channel *ch, unsigned level,
                struct sums *sums, int64_t *unmatched);

/* Adds all of this rank's calls on a communicator without matching them. Adds
 * their number only on the communicator's first rank, or if [count]. */
int match_skip(const struct channel *ch, bool count, struct sums *sums);

#endif /* PROFILE_MATCH_RANKS_H */
