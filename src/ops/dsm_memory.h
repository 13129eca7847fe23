/* dsm_memory.h: memory of a rank, in a window where others get at it. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef OPS_DSM_MEMORY_H
#define OPS_DSM_MEMORY_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

struct dsm_memory {
    void *base;
    size_t bytes;
    void *map; /* private memory; else NULL */
    MPI_Win win;
    bool locked; /* the window, by MPI_Win_lock_all() */
};

/* No memory: what a close may be given. */
#define DSM_MEMORY_NONE ((struct dsm_memory){.win = MPI_WIN_NULL})

/*
 * All make memory of `bytes` bytes, all 0. In a window of comm's ranks, which
 * is collective, or private. `shared`: the ranks' memory is one after another,
 * and m->base is that of the first; all ranks have to be on one node. 0, or an
 * MPI error code, of windows on all ranks, with *cause malloced or left as it
 * is; in either case dsm_memory_close().
 */
int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause);
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause);
void dsm_memory_close(struct dsm_memory *m);

/* The worst of all ranks' error codes, on all. */
int dsm_memory_agree(MPI_Comm comm, int mine);

/* A barrier of all ranks; what they stored in shared memory before it, they see
 * after it. */
int dsm_memory_barrier(const struct dsm_memory *m, MPI_Comm comm);

#endif /* OPS_DSM_MEMORY_H */
