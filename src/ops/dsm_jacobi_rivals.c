/* dsm_jacobi_rivals.c: dsm-jacobi by messages, one-sided, and on shared memory.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm_grid.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"

struct rival {
    struct dsm_grid g;
    /* shwin: one of each grid; else both are in the first. */
    struct dsm_memory memory[2];
    MPI_Comm comm;
    int above, below; /* neighbours, or MPI_PROC_NULL */
};

static size_t row_bytes(const struct dsm_grid *g)
{
    return g->side * sizeof(double);
}

static double *row(const struct rival *r, size_t y)
{
    return dsm_grid_row(&r->g, (int)(r->g.sweeps % 2), y);
}

static void rival_account(void *state, struct dsm_grid_account *account)
{
    const struct rival *r = state;
    int messages = (r->above != MPI_PROC_NULL) + (r->below != MPI_PROC_NULL);

    *account = (struct dsm_grid_account){
        .memory = 2 * (double)(r->g.tall * row_bytes(&r->g)),
        .sent = messages * (double)row_bytes(&r->g),
        .messages = messages,
        .pages = NAN,
    };
}

static struct rival *rival_open(void **state, struct op_args *a,
                                int (*exchange)(void *state))
{
    struct rival *r = xcalloc(1, sizeof(*r));
    struct dsm_grid *g = &r->g;

    *state = r;
    r->comm = a->comm;
    r->memory[0] = r->memory[1] = DSM_MEMORY_NONE;
    dsm_grid_open(g, a);
    g->state = r;
    g->exchange = exchange;
    g->account = rival_account;
    r->above = g->top < g->first ? a->rank - 1 : MPI_PROC_NULL;
    r->below =
        g->top + g->tall > g->first + g->rows ? a->rank + 1 : MPI_PROC_NULL;
    return r;
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    for (int i = 0; i < 2; i++)
        dsm_memory_close(&r->memory[i]);
    free(r);
}

/* Both grids, one behind the other, of the rows that a rank reads. */
static void grids_place(struct rival *r)
{
    r->g.at[0] = r->memory[0].base;
    r->g.at[1] = r->g.at[0] + r->g.tall * r->g.side;
}

/* ---- p2p ------------------------------------------------------------------
 */

static int p2p_exchange(void *state)
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
        rc = rc != MPI_SUCCESS ? rc : later[i];
    return rc != MPI_SUCCESS ? rc : MPI_Waitall(4, requests, statuses);
}

static int p2p_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, p2p_exchange);
    int rc = dsm_memory_private(&r->memory[0], 2 * r->g.tall * row_bytes(&r->g),
                                cause);

    /* One that has no memory would leave its neighbours waiting. */
    rc = dsm_memory_agree(a->comm, rc);
    if (rc != MPI_SUCCESS)
        return rc;
    grids_place(r);
    dsm_grid_fill(&r->g);
    return p2p_exchange(r);
}

static const struct algo algo_p2p = {
    .name = "p2p",
    .op = "dsm-jacobi",
    .help = "MPI_Isend, MPI_Irecv and MPI_Waitall with the ranks above and "
            "below",
    .life = {.open = p2p_open, .close = rival_close},
    .run = dsm_grid_launch,
};

/* ---- rma ------------------------------------------------------------------
 */

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
static int rma_exchange(void *state)
{
    struct rival *r = state;
    const struct dsm_grid *g = &r->g;
    int rc = row_put(r, r->above, g->first);
    int later = row_put(r, r->below, g->first + g->rows - 1);

    rc = rc != MPI_SUCCESS ? rc : later;
    later = MPI_Win_fence(0, r->memory[0].win);
    return rc != MPI_SUCCESS ? rc : later;
}

static int rma_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, rma_exchange);
    int rc = dsm_memory_window(&r->memory[0], a->comm,
                               2 * r->g.tall * row_bytes(&r->g), cause);

    if (rc != MPI_SUCCESS)
        return rc;
    grids_place(r);
    dsm_grid_fill(&r->g);
    rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, r->memory[0].win);
    return rc != MPI_SUCCESS ? rc : rma_exchange(r);
}

static const struct algo algo_rma = {
    .name = "rma",
    .op = "dsm-jacobi",
    .help = "MPI_Put to the ranks above and below, and MPI_Win_fence",
    .life = {.open = rma_open, .close = rival_close},
    .run = dsm_grid_launch,
};

/* ---- shwin ----------------------------------------------------------------
 */

static int shwin_exchange(void *state)
{
    const struct rival *r = state;

    return dsm_memory_barrier(&r->memory[0], r->comm);
}

static void shwin_account(void *state, struct dsm_grid_account *account)
{
    const struct rival *r = state;

    *account = (struct dsm_grid_account){
        .memory = 2 * (double)(r->g.rows * row_bytes(&r->g)),
        .sent = NAN,
        .messages = NAN,
        .pages = NAN};
}

static int shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a, shwin_exchange);
    size_t bytes = r->g.rows * row_bytes(&r->g);

    r->g.account = shwin_account;
    for (int i = 0; i < 2; i++) {
        int rc = dsm_memory_shared(&r->memory[i], a->comm, bytes, cause);

        if (rc != MPI_SUCCESS)
            return rc;
        r->g.at[i] = (double *)r->memory[i].base + r->g.top * r->g.side;
    }
    dsm_grid_fill(&r->g);
    return shwin_exchange(r);
}

static const struct algo algo_shwin = {
    .name = "shwin",
    .op = "dsm-jacobi",
    .help = "the grids in shared windows, MPI_Win_sync and MPI_Barrier",
    .life = {.open = shwin_open, .close = rival_close},
    .run = dsm_grid_launch,
};

const struct algo *const dsm_jacobi_algos[] = {&algo_p2p, &algo_rma,
                                               &algo_shwin, NULL};
