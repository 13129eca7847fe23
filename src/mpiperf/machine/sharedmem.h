/* sharedmem.h: memory that the ranks of a node share. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MPIPERF_SHAREDMEM_H
#define MPIPERF_SHAREDMEM_H

#include <mpi.h>
#include <stddef.h>

/*
 * Collective over a node's ranks, which pass the same number of bytes. Rank 0
 * makes an anonymous file. The others open it through /proc and check it for
 * what rank 0 wrote there: it has no name to clean up, and it does without
 * /dev/shm, which may be full or missing. *memory is zero-filled and begins at
 * a page, or NULL on the ranks that cannot have it. MPI error code.
 */
int sharedmem_open(MPI_Comm node, size_t bytes, void **memory);
void sharedmem_close(void *memory, size_t bytes);

#endif /* MPIPERF_SHAREDMEM_H */
