/* dsm_rivals.c: algorithms of dsm-jacobi, dsm-first-touch and microshmem-put
 * that need no library. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/registry.h"
#include "ops/setup.h"

/* The state of all of them. */
struct rival {
    struct dsm_memory memory[2];
    MPI_Comm comm;
    union {
        struct dsm_grid g;
        struct dsm_first f;
        struct put p;
    };
    int above, below; /* jacobi: neighbours, or MPI_PROC_NULL */
    double *page;     /* first, get: what rank 0 gets */
};

static struct rival *rival_open(void **state, struct op_args *a)
{
    struct rival *r = xcalloc(1, sizeof(*r));

    *state = r;
    r->comm = a->comm;
    r->memory[0] = r->memory[1] = DSM_MEMORY_NONE;
    return r;
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    for (int i = 0; i < 2; i++)
        dsm_memory_close(&r->memory[i]);
    free(r->page);
    free(r);
}

/* Of puts into the first memory. */
static int put_before(void *state, const struct op_args *a)
{
    return dsm_memory_before(((const struct rival *)state)->memory, a->comm);
}

static size_t row_bytes(const struct dsm_grid *g)
{
    return g->side * sizeof(double);
}

static double *row(const struct rival *r, size_t y)
{
    return dsm_grid_row(&r->g, (int)(r->g.sweeps % 2), y);
}

static struct rival *jacobi_open(void **state, struct op_args *a,
                                 int (*exchange)(void *state))
{
    struct rival *r = rival_open(state, a);
    struct dsm_grid *g = &r->g;
    int messages;

    dsm_grid_open(g, a);
    g->state = r;
    g->exchange = exchange;
    r->above = g->top < g->first ? a->rank - 1 : MPI_PROC_NULL;
    r->below =
        g->top + g->tall > g->first + g->rows ? a->rank + 1 : MPI_PROC_NULL;
    messages = (r->above != MPI_PROC_NULL) + (r->below != MPI_PROC_NULL);
    g->account = (struct dsm_account){
        .memory = 2 * (double)(g->tall * row_bytes(g)),
        .sent = messages * (double)row_bytes(g),
        .messages = messages,
        .pages = NAN,
    };
    return r;
}

/* Both grids, one behind the other, of the rows that a rank reads. */
static void grids_fill(struct rival *r)
{
    r->g.at[0] = r->memory[0].base;
    r->g.at[1] = r->g.at[0] + r->g.tall * r->g.side;
    dsm_grid_fill(&r->g);
}

/* ---- jacobi: p2p --------------------------------------------------------- */

static int jacobi_p2p_exchange(void *state)
{
    struct rival *r = state;
    const struct dsm_grid *g = &r->g;
    int n = (int)g->side, rc = MPI_SUCCESS, later[4];
    MPI_Request requests[4];
    MPI_Status statuses[4];

    if (g->rows == 0)
        return MPI_SUCCESS;
    later[0] = MPI_Irecv(row(r, g->top), n, MPI_DOUBLE, r->above, 0, r->comm,
                         &requests[0]);
    later[1] = MPI_Irecv(row(r, g->top + g->tall - 1), n, MPI_DOUBLE, r->below,
                         0, r->comm, &requests[1]);
    later[2] = MPI_Isend(row(r, g->first), n, MPI_DOUBLE, r->above, 0, r->comm,
                         &requests[2]);
    later[3] = MPI_Isend(row(r, g->first + g->rows - 1), n, MPI_DOUBLE,
                         r->below, 0, r->comm, &requests[3]);
    for (int i = 0; i < 4; i++)
        rc = first_of(rc, later[i]);
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(4, requests, statuses);
}

static int jacobi_p2p_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = jacobi_open(state, a, jacobi_p2p_exchange);
    int rc = dsm_memory_private(&r->memory[0], 2 * r->g.tall * row_bytes(&r->g),
                                cause);

    /* One that has no memory would leave its neighbours waiting. */
    rc = dsm_memory_agree(a->comm, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    grids_fill(r);
    return jacobi_p2p_exchange(r);
}

/* ---- jacobi: rma --------------------------------------------------------- */

/* Where another rank has a row of the grid that is exchanged. */
static MPI_Aint place_of(const struct rival *r, int rank, size_t y)
{
    struct dsm_grid there = r->g;

    dsm_grid_place(&there, rank);
    return (MPI_Aint)(((r->g.sweeps % 2) * there.tall + y - there.top) *
                      row_bytes(&there));
}

static int row_put(const struct rival *r, int to, size_t y)
{
    int n = (int)r->g.side;

    return to == MPI_PROC_NULL
               ? MPI_SUCCESS
               : MPI_Put(row(r, y), n, MPI_DOUBLE, to, place_of(r, to, y), n,
                         MPI_DOUBLE, r->memory[0].win);
}

/* The next puts go into the other grid, so that one fence a sweep will do. */
static int jacobi_rma_exchange(void *state)
{
    struct rival *r = state;
    const struct dsm_grid *g = &r->g;
    int rc = row_put(r, r->above, g->first);

    rc = first_of(rc, row_put(r, r->below, g->first + g->rows - 1));
    return first_of(rc, MPI_Win_fence(0, r->memory[0].win));
}

static int jacobi_rma_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = jacobi_open(state, a, jacobi_rma_exchange);
    int rc = dsm_memory_window(&r->memory[0], a->comm,
                               2 * r->g.tall * row_bytes(&r->g), cause);

    if (rc != MPI_SUCCESS)
        return rc;
    grids_fill(r);
    rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, r->memory[0].win);
    return rc != MPI_SUCCESS ? rc : jacobi_rma_exchange(r);
}

/* ---- jacobi: shwin ------------------------------------------------------- */

static int jacobi_shwin_exchange(void *state)
{
    const struct rival *r = state;

    return dsm_memory_barrier(&r->memory[0], r->comm);
}

static int jacobi_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = jacobi_open(state, a, jacobi_shwin_exchange);
    size_t bytes = r->g.rows * row_bytes(&r->g);

    r->g.account = (struct dsm_account){2 * (double)bytes, NAN, NAN, NAN, NAN};
    for (int i = 0; i < 2; i++) {
        int rc = dsm_memory_shared(&r->memory[i], a->comm, bytes, cause);

        if (rc != MPI_SUCCESS)
            return rc;
        r->g.at[i] = (double *)r->memory[i].base + r->g.top * r->g.side;
    }
    dsm_grid_fill(&r->g);
    return jacobi_shwin_exchange(r);
}

/* ---- first-touch: get ---------------------------------------------------- */

static int get_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    size_t n;
    int rc;

    dsm_first_open(&r->f, a);
    n = r->f.rank == r->f.owner ? dsm_section(&r->f.c, a->rank).count : 0;
    rc = dsm_memory_window(r->memory, a->comm, n * sizeof(double), cause);
    r->f.at = r->memory[0].base;
    r->page = xcalloc(r->f.c.page, sizeof(*r->page));
    return rc;
}

static int get_before(void *state, const struct op_args *a)
{
    struct rival *r = state;
    MPI_Win win = r->memory[0].win;
    int rc = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a->rank, 0, win);

    dsm_first_write(&r->f);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_unlock(a->rank, win);
    return first_of(rc, MPI_Barrier(a->comm));
}

static int get_run(void *state, const struct op_args *a)
{
    struct rival *r = state;
    struct dsm_range section = dsm_section(&r->f.c, r->f.owner);
    int rc, later, n;

    if (a->rank != 0)
        return MPI_SUCCESS;
    n = (int)(section.count < r->f.c.page ? section.count : r->f.c.page);
    rc = MPI_Win_lock(MPI_LOCK_SHARED, r->f.owner, 0, r->memory[0].win);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Get(r->page, n, MPI_DOUBLE, r->f.owner, 0, n, MPI_DOUBLE,
                 r->memory[0].win);
    later = MPI_Win_unlock(r->f.owner, r->memory[0].win);
    r->f.value = r->page[0];
    return rc != MPI_SUCCESS ? rc : later;
}

/* ---- first-touch: shwin -------------------------------------------------- */

static int first_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    size_t own;
    int rc;

    dsm_first_open(&r->f, a);
    own = dsm_section(&r->f.c, a->rank).count;
    rc = dsm_memory_shared(r->memory, a->comm, own * sizeof(double), cause);
    r->f.at = (double *)r->memory[0].base + r->f.element;
    return rc;
}

/* The first barrier: rank 0 is through with the launch before. */
static int first_shwin_before(void *state, const struct op_args *a)
{
    struct rival *r = state;
    int rc = MPI_Barrier(a->comm);

    dsm_first_write(&r->f);
    return first_of(rc, dsm_memory_barrier(r->memory, a->comm));
}

static int first_shwin_run(void *state, const struct op_args *a)
{
    struct rival *r = state;

    if (a->rank == 0)
        dsm_first_read(&r->f);
    return MPI_SUCCESS;
}

/* The target first: it may be a window. */
static int put_memory_open(void **state, struct op_args *a, bool window,
                           char **cause)
{
    struct rival *r = rival_open(state, a);
    int rc;

    put_open(&r->p, a);
    r->p.sent = (double)r->p.bytes;
    r->p.messages = 1;
    rc = window ? dsm_memory_window(&r->memory[0], a->comm, r->p.bytes, cause)
                : dsm_memory_private(&r->memory[0], r->p.bytes, cause);
    rc = first_of(rc, dsm_memory_private(&r->memory[1], r->p.bytes, cause));
    r->p.target = r->memory[0].base;
    r->p.source = r->memory[1].base;
    return rc;
}

/* ---- put: put-fence ------------------------------------------------------ */

static int put_fence_open(void **state, struct op_args *a, char **cause)
{
    return put_memory_open(state, a, true, cause);
}

static int put_fence_run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int n = (int)r->p.bytes;
    int rc = MPI_Put(r->p.source, n, MPI_BYTE, r->p.to, 0, n, MPI_BYTE,
                     r->memory[0].win);

    (void)a;
    return first_of(rc, MPI_Win_fence(MPI_MODE_NOSUCCEED, r->memory[0].win));
}

/* ---- put: p2p ------------------------------------------------------------ */

static int put_p2p_open(void **state, struct op_args *a, char **cause)
{
    return put_memory_open(state, a, false, cause);
}

static int put_p2p_run(void *state, const struct op_args *a)
{
    const struct rival *r = state;
    int n = (int)r->p.bytes;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rc = MPI_Irecv(r->p.target, n, MPI_BYTE, r->p.from, 0, a->comm,
                       &requests[0]);

    if (rc == MPI_SUCCESS)
        rc = MPI_Isend(r->p.source, n, MPI_BYTE, r->p.to, 0, a->comm,
                       &requests[1]);
    if (rc == MPI_SUCCESS)
        rc = MPI_Waitall(2, requests, statuses);
    return first_of(rc, MPI_Barrier(a->comm));
}

/* ---- all of them -------------------------------------------------------- */

#define ROW(of, text, run_fn, about, ...)                                      \
    &(const struct algo)                                                       \
    {                                                                          \
        .name = text, .op = of, .help = about,                                 \
        .life = {.close = rival_close, __VA_ARGS__}, .run = run_fn             \
    }

const struct algo *const dsm_algos[] = {
    ROW("dsm-jacobi", "p2p", dsm_grid_launch,
        "MPI_Isend, MPI_Irecv and MPI_Waitall with the ranks above and below",
        .open = jacobi_p2p_open),
    ROW("dsm-jacobi", "rma", dsm_grid_launch,
        "MPI_Put to the ranks above and below, and MPI_Win_fence",
        .open = jacobi_rma_open),
    ROW("dsm-jacobi", "shwin", dsm_grid_launch,
        "the grids in shared windows, MPI_Win_sync and MPI_Barrier",
        .open = jacobi_shwin_open),
    ROW("dsm-first-touch", "get", get_run,
        "MPI_Win_lock, MPI_Get of the page, MPI_Win_unlock", .open = get_open,
        .before = get_before, .after = dsm_meet),
    ROW("dsm-first-touch", "shwin", first_shwin_run,
        "a load from a shared window", .open = first_shwin_open,
        .before = first_shwin_before),
    ROW("microshmem-put", "put-fence", put_fence_run,
        "MPI_Put and MPI_Win_fence", .open = put_fence_open,
        .before = put_before),
    ROW("microshmem-put", "p2p", put_p2p_run,
        "MPI_Isend, MPI_Irecv, MPI_Waitall and MPI_Barrier",
        .open = put_p2p_open),
    NULL,
};
