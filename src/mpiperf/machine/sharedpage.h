/* sharedpage.h: one page of memory that the ranks of a node share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SHAREDPAGE_H
#define MPIPERF_SHAREDPAGE_H

#include <mpi.h>

enum { SHAREDPAGE_SIZE = 4096, SHAREDPAGE_USABLE = SHAREDPAGE_SIZE - 64 };

/*
 * Collective over a node's ranks. An anonymous file of rank 0's, opened by the
 * others through /proc and checked for what rank 0 wrote there: no name to
 * clean up, and it does without /dev/shm, which may be full or missing. *page
 * is zero-filled, or NULL on the ranks that cannot have it. MPI error code.
 */
int sharedpage_open(MPI_Comm node, void **page);
void sharedpage_close(void *page);

#endif /* MPIPERF_SHAREDPAGE_H */
