/* rma_window.c: the window of a one-sided operation, open for a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/rma_window.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/layout.h"

enum { CACHE_LINE = 64 };

/* ---- kinds of windows --------------------------------------------------- */

/* `bytes` of this rank's memory are exposed. w->base becomes the displacement
 * at which others find them. */
typedef int make_fn(struct op_args *a, struct rma *w, MPI_Aint bytes);

/* MPICH 4.0.2 misses memory of a window that begins 8 bytes off a multiple of
 * 16, so windows begin with a cache line. */
static int make_create(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    unsigned char *base = a->recvmem;

    if (bytes > 0)
        w->base = (MPI_Aint)((uintptr_t)base % CACHE_LINE);
    return MPI_Win_create(base - w->base, bytes + w->base, 1, MPI_INFO_NULL,
                          a->comm, &w->win);
}

/* Libraries put the ranks' memory end to end: whole lines for the same reason,
 * and so that no two ranks share one. */
static int make_allocate(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    bytes = (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, a->comm, &w->allocated,
                            &w->win);
}

/* Memory in a dynamic window is found by its address. */
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

static const struct param rma_rows[] = {
    PAIRS_ROW,
    {.name = "window",
     .def = "create",
     .help = "by MPI_Win_create, MPI_Win_allocate or MPI_Win_create_dynamic",
     .type = PARAM_WORD,
     .offset = offsetof(struct rma_params, window),
     .words = (const struct param_word[]){{"create", RMA_CREATE, NULL},
                                          {"allocate", RMA_ALLOCATE, NULL},
                                          {"dynamic", RMA_DYNAMIC, NULL},
                                          {0}}},
    {0},
};

const struct param_table rma_params = {
    .owner = "rma",
    .rows = rma_rows,
    .size = sizeof(struct rma_params),
};

/* ---- open and close ----------------------------------------------------- */

static enum rma_role role_of(const struct op_args *a)
{
    return layout_at(AT_ORIGIN, a)   ? RMA_ORIGIN
           : layout_at(AT_TARGET, a) ? RMA_TARGET
                                     : RMA_IDLE;
}

/* The target's receive buffers move into the memory that the library chose. It
 * may be a file in /dev/shm that is too small. */
static int move_in(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t left = ((uintptr_t)a->recvmem + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)a->recvmem + (size_t)bytes) / page * page;

    if (left < end) /* it won't be needed, and memory may be short */
        madvise((void *)left, end - left, MADV_DONTNEED);
    if (populate(w->allocated, (size_t)bytes) != 0)
        return MPI_ERR_NO_MEM;
    memset(w->allocated, BUFFERS_FILL, (size_t)bytes);
    a->recvmem = w->allocated;
    return MPI_SUCCESS;
}

/* All slots, up to the guard behind the last one's blocks. */
static int exposed_bytes(const struct op_args *a, MPI_Aint *bytes)
{
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    *bytes = (MPI_Aint)((a->nslots - 1) * a->stride) +
             (MPI_Aint)a->recv.span * extent + BUFFERS_GUARD;
    return rc;
}

/* Where the peer's memory is, and the group of the peer alone. */
static int exchange_bases(const struct op_args *a, struct rma *w)
{
    MPI_Aint mine = w->base;
    MPI_Group all;
    int rc = MPI_Sendrecv(&mine, 1, MPI_AINT, a->peer, 0, &w->base, 1, MPI_AINT,
                          a->peer, 0, a->comm, MPI_STATUS_IGNORE);

    if (rc != MPI_SUCCESS || w->role == RMA_IDLE)
        return rc;
    rc = MPI_Comm_group(a->comm, &all);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Group_incl(all, 1, &a->peer, &w->peer);
    MPI_Group_free(&all);
    return rc;
}

int rma_open(void **state, struct op_args *a, char **cause)
{
    const struct rma_params *p = a->params;
    struct rma *w = xcalloc(1, sizeof(*w));
    MPI_Aint bytes;
    int rc = exposed_bytes(a, &bytes);

    (void)cause;
    *w = (struct rma){
        .role = role_of(a),
        .win = MPI_WIN_NULL,
        .peer = MPI_GROUP_NULL,
        .stride = (MPI_Aint)a->stride,
    };
    *state = w;
    if (rc == MPI_SUCCESS && w->role != RMA_TARGET)
        bytes = 0;
    if (rc == MPI_SUCCESS && p->window == RMA_ALLOCATE &&
        (size_t)bytes > shm_room())
        rc = MPI_ERR_NO_SPACE;
    rc = buffers_window_agree(a->comm, &w->win, rc);
    if (rc == MPI_SUCCESS)
        rc = makers[p->window](a, w, bytes);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_set_errhandler(w->win, MPI_ERRORS_RETURN);
    rc = buffers_window_agree(a->comm, &w->win, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = exchange_bases(a, w);
    if (rc == MPI_SUCCESS && w->role == RMA_TARGET && w->allocated != NULL)
        rc = move_in(a, w, bytes);
    return rc;
}

int rma_open_locked(void **state, struct op_args *a, char **cause)
{
    int rc = rma_open(state, a, cause);
    struct rma *w = *state;

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(0, w->win);
    w->locked = rc == MPI_SUCCESS;
    return rc;
}

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
