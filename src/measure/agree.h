/* agree.h: what fails on one rank fails on all, with the same cause. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_AGREE_H
#define MPIPERF_AGREE_H

#include <mpi.h>

/*
 * rc: 0, or an MPI error code with *cause malloced or NULL, which then becomes
 * MPI's own text. Returns 0 on all ranks, or on all an MPI error code with the
 * lowest failing rank's text in *cause, as "rank 3: ..." unless all failed.
 * Collective.
 */
int agree_reason(MPI_Comm comm, int rc, char **cause);

#endif /* MPIPERF_AGREE_H */
