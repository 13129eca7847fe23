/* rma_window.c: windows of one-sided operations: their kinds, opening and
 * closing. */
/* SPDX-License-Identifier: BSD-3-Clause */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/buffers.h"
#include "ops/layout.h"
#include "ops/pairs.h"

enum { CACHE_LINE = 64 };

/* Creates a window of `bytes` bytes for this rank's receive buffers. Sets
 * w->base to their displacement in the window. */
typedef int make_fn(struct op_args *a, struct rma *w, MPI_Aint bytes);

/* The window starts at a cache line, because MPICH 4.0.2 accesses wrong memory
 * if it starts 8 bytes above a multiple of 16. */
static int make_create(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    unsigned char *base = a->recvmem;

    if (bytes > 0)
        w->base = (MPI_Aint)((uintptr_t)base % CACHE_LINE);
    return MPI_Win_create(base - w->base, bytes + w->base, 1, MPI_INFO_NULL,
                          a->comm, &w->win);
}

/* Allocates whole cache lines for the same reason, and because libraries place
 * the memory of ranks end to end, where ranks could share a line. */
static int make_allocate(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    bytes = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, a->comm, &w->allocated,
                            &w->win);
}

/* In a dynamic window displacements are addresses. */
static int make_dynamic(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    int rc = MPI_Win_create_dynamic(MPI_INFO_NULL, a->comm, &w->win);

    if (rc != MPI_SUCCESS || bytes == 0)
        return rc;
    rc = MPI_Win_attach(w->win, a->recvmem, bytes);
    if (rc != MPI_SUCCESS)
        return rc;
    w->attached = a->recvmem;
    return MPI_Get_address(a->recvmem, &w->base);
}

static make_fn *const makers[] = {
    [RMA_CREATE] = make_create,
    [RMA_ALLOCATE] = make_allocate,
    [RMA_DYNAMIC] = make_dynamic,
};

static const struct param_word window_words[] = {
    {"create", RMA_CREATE, NULL},
    {"allocate", RMA_ALLOCATE, NULL},
    {"dynamic", RMA_DYNAMIC, NULL},
    {0},
};

static const struct param rma_rows[] = {
    PAIRS_ROW,
    PARAM_ROW("window", struct rma_params, window, WORD, "create",
              "how windows are made: by MPI_Win_create, MPI_Win_allocate or "
              "MPI_Win_create_dynamic",
              .words = window_words),
    PARAM_ROW("calls", struct rma_params, pair.n, INTEGER, "1",
              "number of calls before one synchronization, each on its own "
              "block",
              .least = 1, .most = PAIRS_N_MAX),
    {0},
};

const struct param_table rma_params =
    PARAM_TABLE("rma", rma_rows, struct rma_params);

/* Moves the target's receive buffers into the memory from MPI_Win_allocate().
 * Fails if /dev/shm lacks room for it. */
static int move_in(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t left = ((uintptr_t)a->recvmem + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)a->recvmem + (size_t)bytes) / page * page;

    if (left < end) /* frees the old pages */
        madvise((void *)left, end - left, MADV_DONTNEED);
    if (populate(w->allocated, (size_t)bytes) != 0)
        return MPI_ERR_NO_MEM;
    memset(w->allocated, BUFFERS_FILL, (size_t)bytes);
    a->recvmem = w->allocated;
    return MPI_SUCCESS;
}

/* Sets *bytes to the size of all slots, with the guard after the last block. */
static int exposed_bytes(const struct op_args *a, MPI_Aint *bytes)
{
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    *bytes = (MPI_Aint)((a->nslots - 1) * a->stride) +
             (MPI_Aint)a->recv.span * extent + BUFFERS_GUARD;
    return rc;
}

/* Sets w->base to the peer's displacement, and w->peer to a group with only the
 * peer. */
static int exchange_bases(const struct op_args *a, struct rma *w)
{
    MPI_Aint mine = w->base;
    MPI_Group all;
    int rc = MPI_Sendrecv(&mine, 1, MPI_AINT, a->peer, 0, &w->base, 1, MPI_AINT,
                          a->peer, 0, a->comm, MPI_STATUS_IGNORE);

    if (rc != MPI_SUCCESS || a->peer == MPI_PROC_NULL)
        return rc;
    rc = MPI_Comm_group(a->comm, &all);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Group_incl(all, 1, &a->peer, &w->peer);
    MPI_Group_free(&all);
    return rc;
}

/* Creates a window that exposes the receive buffers of every target. Collective
 * over a->comm. */
static int window_open(void **state, struct op_args *a, bool both)
{
    const struct rma_params *p = a->params;
    struct rma *w = xcalloc(1, sizeof(*w));
    MPI_Aint bytes;
    int rc = exposed_bytes(a, &bytes);

    *w = (struct rma){
        .origin = layout_at(both ? AT_PAIR : AT_ORIGIN, a),
        .target = layout_at(both ? AT_PAIR : AT_TARGET, a),
        .win = MPI_WIN_NULL,
        .peer = MPI_GROUP_NULL,
        .stride = (MPI_Aint)a->stride,
    };
    *state = w;
    if (rc == MPI_SUCCESS && !w->target)
        bytes = 0;
    if (rc == MPI_SUCCESS && p->window == RMA_ALLOCATE &&
        (size_t)bytes > shm_room())
        rc = MPI_ERR_NO_SPACE;
    rc = agree_window(a->comm, &w->win, rc);
    if (rc == MPI_SUCCESS)
        rc = makers[p->window](a, w, bytes);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_set_errhandler(w->win, MPI_ERRORS_RETURN);
    rc = agree_window(a->comm, &w->win, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = exchange_bases(a, w);
    if (rc == MPI_SUCCESS && w->target && w->allocated != NULL)
        rc = move_in(a, w, bytes);
    return rc;
}

static int locked_open(void **state, struct op_args *a, bool both)
{
    int rc = window_open(state, a, both);
    struct rma *w = *state;

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(0, w->win);
    w->locked = rc == MPI_SUCCESS;
    return rc;
}

/* Defines a function for open() of a lifecycle. */
#define OPEN(name, open, both)                                                 \
    int name(void **state, struct op_args *a, char **cause)                    \
    {                                                                          \
        (void)cause;                                                           \
        return open(state, a, both);                                           \
    }
OPEN(rma_open_one, window_open, false)
OPEN(rma_open_both, window_open, true)
OPEN(rma_locked_one, locked_open, false)
OPEN(rma_locked_both, locked_open, true)

void rma_close(void *state, struct op_args *a)
{
    struct rma *w = state;

    (void)a;
    if (w == NULL)
        return;
    if (w->locked)
        MPI_Win_unlock_all(w->win);
    if (w->attached != NULL && w->win != MPI_WIN_NULL)
        MPI_Win_detach(w->win, w->attached);
    if (w->peer != MPI_GROUP_NULL)
        MPI_Group_free(&w->peer);
    if (w->win != MPI_WIN_NULL)
        MPI_Win_free(&w->win);
    free(w);
}
