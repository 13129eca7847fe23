/* agree.h: agreement of ranks on whether something failed on any of them. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPICOMMON_AGREE_H
#define MPICOMMON_AGREE_H

#include <mpi.h>

/* Returns rc if that is an error, else `later`. After an error a rank still
 * closes its epochs and sends its messages, since other ranks wait for them.
 * Then it returns the first error. */
static inline int first_of(int rc, int later)
{
    return rc != MPI_SUCCESS ? rc : later;
}

/* The functions below are collective. */

/* Returns on all ranks the largest of their error codes. The codes must be
 * MPI's, which are not negative. */
int agree_code(MPI_Comm comm, int mine);

/* Returns the worst of all ranks' error codes from creating *win; `mine` is
 * this rank's. If any rank failed, sets *win to MPI_WIN_NULL: a window that
 * some ranks lack cannot be freed. */
int agree_window(MPI_Comm comm, MPI_Win *win, int mine);

/*
 * Turns an error on any rank into an error on all ranks. rc: 0, or this rank's
 * error code, with *cause malloced or NULL (then MPI's error text is used).
 * Returns 0 on all ranks, or an error code on all ranks; *cause then has the
 * lowest failing rank's cause, malloced: "rank 3: ..." unless all ranks failed.
 */
int agree_reason(MPI_Comm comm, int rc, char **cause);

#endif /* MPICOMMON_AGREE_H */
