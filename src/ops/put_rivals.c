/* put_rivals.c: microshmem-put one-sided, and by messages. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"
#include "ops/put.h"

struct rival {
    struct put p;
    struct dsm_memory source, target;
};

static struct rival *rival_open(void **state, struct op_args *a)
{
    struct rival *r = xcalloc(1, sizeof(*r));

    *state = r;
    r->source = r->target = DSM_MEMORY_NONE;
    put_open(&r->p, a);
    r->p.sent = (double)r->p.bytes;
    r->p.messages = 1;
    return r;
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    dsm_memory_close(&r->source);
    dsm_memory_close(&r->target);
    free(r);
}

/* Target first: it may be a window. */
static int source_open(struct rival *r, int rc, char **cause)
{
    int later = dsm_memory_private(&r->source, r->p.bytes, cause);

    r->p.source = r->source.base;
    r->p.target = r->target.base;
    return rc != MPI_SUCCESS ? rc : later;
}

/* ---- put-fence -------------------------------------------------------------
 */

static int put_fence_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);

    return source_open(
        r, dsm_memory_window(&r->target, a->comm, r->p.bytes, cause), cause);
}

/* Nobody puts what is new while another rank still reads what is old: a fence
 * that ends no epoch need not be a barrier. */
static int put_fence_before(void *state, const struct op_args *a)
{
    int rc = MPI_Barrier(a->comm);

    return rc != MPI_SUCCESS
               ? rc
               : MPI_Win_fence(MPI_MODE_NOPRECEDE,
                               ((const struct rival *)state)->target.win);
}

static int put_fence_run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int n = (int)r->p.bytes, later;
    int rc = MPI_Put(r->p.source, n, MPI_BYTE, r->p.to, 0, n, MPI_BYTE,
                     r->target.win);

    (void)a;
    later = MPI_Win_fence(MPI_MODE_NOSUCCEED, r->target.win);
    return rc != MPI_SUCCESS ? rc : later;
}

static const struct algo algo_put_fence = {
    .name = "put-fence",
    .op = "microshmem-put",
    .help = "MPI_Put and MPI_Win_fence",
    .life = {.open = put_fence_open,
             .before = put_fence_before,
             .close = rival_close},
    .run = put_fence_run,
};

/* ---- p2p -------------------------------------------------------------------
 */

static int p2p_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);

    return source_open(r, dsm_memory_private(&r->target, r->p.bytes, cause),
                       cause);
}

static int p2p_run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int n = (int)r->p.bytes, later;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rc = MPI_Irecv(r->p.target, n, MPI_BYTE, r->p.from, 0, a->comm,
                       &requests[0]);

    if (rc == MPI_SUCCESS)
        rc = MPI_Isend(r->p.source, n, MPI_BYTE, r->p.to, 0, a->comm,
                       &requests[1]);
    if (rc == MPI_SUCCESS)
        rc = MPI_Waitall(2, requests, statuses);
    later = MPI_Barrier(a->comm);
    return rc != MPI_SUCCESS ? rc : later;
}

static const struct algo algo_p2p = {
    .name = "p2p",
    .op = "microshmem-put",
    .help = "MPI_Isend, MPI_Irecv, MPI_Waitall and MPI_Barrier",
    .life = {.open = p2p_open, .close = rival_close},
    .run = p2p_run,
};

const struct algo *const put_algos[] = {&algo_put_fence, &algo_p2p, NULL};
