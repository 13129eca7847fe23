/* memory.h: memory of a rank, private or in a window. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef DSM_MEMORY_H
#define DSM_MEMORY_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct dsm_memory {
    void *base;
    size_t bytes;
    void *map; /* mapping of private memory, else NULL */
    MPI_Win win;
    bool locked; /* locked by MPI_Win_lock_all() */
};

/* No memory; may be passed to dsm_memory_close(). */
#define DSM_MEMORY_NONE ((struct dsm_memory){.win = MPI_WIN_NULL})

/* Each allocates `bytes` bytes of memory, all 0: private; in a window of comm's
 * ranks (collective); or in a shared window (collective; all ranks must be on
 * one node), where the memory of all ranks is contiguous and m->base points to
 * the first rank's memory. Returns 0 or an MPI error code (for windows: on all
 * ranks) with *cause malloced or unchanged. Call dsm_memory_close() in both
 * cases. */
int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause);
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
void dsm_memory_close(struct dsm_memory *m);

#endif /* DSM_MEMORY_H */
