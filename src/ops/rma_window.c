/* rma_window.c: the window of a one-sided operation, open for a case. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/rma_window.h"

#include <stdlib.h>
#include <string.h>
#include "lib/xmalloc.h"
#include "ops/buffers.h"
#include "ops/layout.h"

/* ---- kinds of windows ---------------------------------------------------- */

/* `bytes` of this rank's memory are exposed. w->base becomes the displacement
 * at which others find them. */
typedef int make_fn(struct op_args *a, struct rma *w, MPI_Aint bytes);

static int make_create(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    return MPI_Win_create(a->recvmem, bytes, 1, MPI_INFO_NULL, a->comm,
                          &w->win);
}

/* The target's receive buffers move into memory that the library chose. */
static int make_allocate(struct op_args *a, struct rma *w, MPI_Aint bytes)
{
    void *memory;
    int rc = MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, a->comm, &memory,
                              &w->win);

    if (rc != MPI_SUCCESS || bytes == 0)
        return rc;
    memset(memory, BUFFERS_FILL, (size_t)bytes);
    a->recvmem = memory;
    return MPI_SUCCESS;
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

const char *const rma_window_words[] = {
    [RMA_CREATE - 1] = "create",
    [RMA_ALLOCATE - 1] = "allocate",
    [RMA_DYNAMIC - 1] = "dynamic",
    [RMA_DYNAMIC] = NULL,
};

const struct param rma_window_param = {
    .name = "window",
    .def = "create",
    .help = "by MPI_Win_create, MPI_Win_allocate or MPI_Win_create_dynamic",
};

/* ---- open and close ------------------------------------------------------ */

static enum rma_role role_of(const struct op_args *a)
{
    return layout_at(AT_ORIGIN, a)   ? RMA_ORIGIN
           : layout_at(AT_TARGET, a) ? RMA_TARGET
                                     : RMA_IDLE;
}

/* All slots, up to the guard behind the last one's blocks. */
static int exposed_bytes(const struct op_args *a, size_t nslots, size_t stride,
                         MPI_Aint *bytes)
{
    MPI_Aint lb, extent;
    int rc = MPI_Type_get_extent(a->type, &lb, &extent);

    *bytes = (MPI_Aint)((nslots - 1) * stride) +
             (MPI_Aint)a->recv.span * extent + BUFFERS_GUARD;
    return rc;
}

/* A window that not all ranks have can't be freed: it is given up. */
static int agree_on_window(MPI_Comm comm, struct rma *w, int mine)
{
    int worst, rc = MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, comm);

    if (rc == MPI_SUCCESS)
        rc = worst;
    if (rc != MPI_SUCCESS)
        w->win = MPI_WIN_NULL;
    return rc;
}

/* The group of the peer alone, and where its memory is. */
static int find_peer(const struct op_args *a, struct rma *w)
{
    MPI_Aint mine = w->base;
    MPI_Group all;
    int rc = MPI_Comm_group(a->comm, &all);

    if (rc != MPI_SUCCESS)
        return rc;
    if (w->role != RMA_IDLE)
        rc = MPI_Group_incl(all, 1, &a->peer, &w->peer);
    MPI_Group_free(&all);
    if (rc != MPI_SUCCESS)
        return rc;
    return MPI_Sendrecv(&mine, 1, MPI_AINT, a->peer, 0, &w->base, 1, MPI_AINT,
                        a->peer, 0, a->comm, MPI_STATUS_IGNORE);
}

int rma_open(struct op_args *a, size_t nslots, size_t stride)
{
    struct rma *w = xcalloc(1, sizeof(*w));
    MPI_Aint bytes;
    int rc = exposed_bytes(a, nslots, stride, &bytes);

    *w = (struct rma){
        .role = role_of(a),
        .win = MPI_WIN_NULL,
        .peer = MPI_GROUP_NULL,
        .stride = (MPI_Aint)stride,
    };
    a->opened = w;
    if (rc == MPI_SUCCESS)
        rc = makers[a->param](a, w, w->role == RMA_TARGET ? bytes : 0);
    rc = agree_on_window(a->comm, w, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_set_errhandler(w->win, MPI_ERRORS_RETURN);
    return rc != MPI_SUCCESS ? rc : find_peer(a, w);
}

int rma_open_locked(struct op_args *a, size_t nslots, size_t stride)
{
    int rc = rma_open(a, nslots, stride);
    struct rma *w = a->opened;

    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Win_lock_all(0, w->win);
    w->locked = rc == MPI_SUCCESS;
    return rc;
}

void rma_close(struct op_args *a)
{
    struct rma *w = a->opened;

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
    a->opened = NULL;
}
