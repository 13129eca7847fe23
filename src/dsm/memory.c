/* memory.c: memory of a rank, private or in a window. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "dsm/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

enum { CACHE_LINE = 64 };

static int no_memory(size_t bytes, char **cause)
{
    if (*cause == NULL)
        *cause = xasprintf("not enough memory for %zu bytes", bytes);
    return MPI_ERR_NO_MEM;
}

int dsm_memory_private(struct dsm_memory *m, size_t bytes, char **cause)
{
    *m = DSM_MEMORY_NONE;
    m->bytes = bytes + 1; /* at least one byte, so that a page is mapped */
    m->map = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m->map == MAP_FAILED)
        m->map = NULL;
    m->base = m->map;
    if (m->map == NULL || populate(m->map, m->bytes) != 0)
        return no_memory(bytes, cause);
    return MPI_SUCCESS;
}

/* Checks that the memory of all ranks on this node fits into shared memory and,
 * if `shared`, that all ranks are on this node. */
static int room_check(MPI_Comm comm, size_t bytes, bool shared, char **cause)
{
    unsigned long long mine = bytes, all = 0;
    int ranks, here = 0, rc;
    MPI_Comm node;

    MPI_Comm_size(comm, &ranks);
    rc = MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                             &node);
    if (rc != MPI_SUCCESS)
        return rc;
    MPI_Comm_size(node, &here);
    rc = MPI_Allreduce(&mine, &all, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, node);
    MPI_Comm_free(&node);
    if (rc != MPI_SUCCESS)
        return rc;
    if (shared && here < ranks) {
        *cause = xstrdup("the ranks are on several nodes");
        return MPI_ERR_RMA_SHARED;
    }
    if (all <= shm_room())
        return MPI_SUCCESS;
    *cause =
        xasprintf("not enough room in /dev/shm for windows of %llu bytes", all);
    return MPI_ERR_NO_SPACE;
}

/* Fills a window with zeros, after all ranks have created it. */
static int window_fill(struct dsm_memory *m, MPI_Comm comm, char **cause)
{
    int rc = MPI_Win_set_errhandler(m->win, MPI_ERRORS_RETURN);

    if (rc == MPI_SUCCESS && populate(m->base, m->bytes) != 0)
        rc = no_memory(m->bytes, cause);
    if (rc == MPI_SUCCESS && m->bytes > 0)
        memset(m->base, 0, m->bytes);
    return agree_code(comm, rc);
}

/* Creates a window on all ranks or on none. Collective. */
static int window_make(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                       bool shared, char **cause)
{
    int rc;

    *m = DSM_MEMORY_NONE;
    rc = agree_code(comm, room_check(comm, bytes, shared, cause));
    if (rc != MPI_SUCCESS)
        return rc;
    m->bytes = bytes;
    rc = (shared ? MPI_Win_allocate_shared : MPI_Win_allocate)(
        (MPI_Aint)bytes, 1, MPI_INFO_NULL, comm, &m->base, &m->win);
    rc = agree_window(comm, &m->win, rc);
    return rc == MPI_SUCCESS ? window_fill(m, comm, cause) : rc;
}

/* Rounds up to whole cache lines: libraries place the memory of ranks end to
 * end, and MPICH 4.0.2 mishandles windows whose address is 8 bytes above a
 * multiple of 16. */
int dsm_memory_window(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause)
{
    bytes = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return window_make(m, comm, bytes, false, cause);
}

/* Finds the memory of the first rank that has any. MPI_PROC_NULL should do
 * this, but with one rank MPICH 4.2.1 returns NULL for it
 * (pmodels/mpich#6994). */
static int base_find(struct dsm_memory *m, MPI_Comm comm)
{
    MPI_Aint bytes = 0;
    int ranks, unit, rc = MPI_Comm_size(comm, &ranks);

    for (int r = 0; rc == MPI_SUCCESS && bytes == 0 && r < ranks; r++)
        rc = MPI_Win_shared_query(m->win, r, &bytes, &unit, &m->base);
    return rc;
}

int dsm_memory_shared(struct dsm_memory *m, MPI_Comm comm, size_t bytes,
                      char **cause)
{
    int rc = window_make(m, comm, bytes, true, cause);

    if (rc == MPI_SUCCESS)
        rc = agree_code(comm, base_find(m, comm));
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(MPI_MODE_NOCHECK, m->win);
    m->locked = rc == MPI_SUCCESS;
    return rc;
}

void dsm_memory_close(struct dsm_memory *m)
{
    if (m->map != NULL)
        munmap(m->map, m->bytes);
    if (m->locked)
        MPI_Win_unlock_all(m->win);
    if (m->win != MPI_WIN_NULL)
        MPI_Win_free(&m->win);
    *m = DSM_MEMORY_NONE;
}
