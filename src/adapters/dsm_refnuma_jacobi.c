/* dsm_refnuma_jacobi.c: librefnuma as an algorithm of dsm-jacobi. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/refnuma_common.h"
#include "lib/xmalloc.h"
#include "ops/dsm_grid.h"

struct adapter {
    struct refnuma_use use; /* first */
    struct dsm_grid g;
};

static int adapter_exchange(void *state)
{
    return refnuma_barrier(((struct adapter *)state)->use.context);
}

static void adapter_account(void *state, struct dsm_grid_account *account)
{
    const struct adapter *s = state;
    struct refnuma_use_cost cost;

    refnuma_use_cost(&s->use, &cost);
    *account = (struct dsm_grid_account){
        .memory =
            (double)(2 * s->g.rows * s->g.side * sizeof(double)) + cost.foreign,
        .sent = cost.sent,
        .messages = cost.messages,
        .pages = cost.pages,
    };
}

/* A grid with the sections that the rows make. */
static int grid_alloc(struct adapter *s, struct refnuma_array **array,
                      char **cause)
{
    const struct dsm_grid *g = &s->g;
    size_t *counts = xcalloc((size_t)g->ranks, sizeof(*counts)), first, rows;
    int rc;

    for (int r = 0; r < g->ranks; r++) {
        dsm_rows(g->side, g->ranks, r, &first, &rows);
        counts[r] = rows * g->side;
    }
    rc = refnuma_alloc_sections(s->use.context, counts, MPI_DOUBLE, array);
    free(counts);
    return refnuma_use_failed(rc, cause);
}

/* All rows that this rank reads: where a page holds rows of two ranks, it may
 * be at home at another one. */
static int grids_open(struct adapter *s, char **cause)
{
    struct refnuma_array *arrays[2];
    struct dsm_grid *g = &s->g;
    int rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < 2; i++)
        rc = grid_alloc(s, &arrays[i], cause);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < 2; i++) {
        int own = refnuma_use_touch(&s->use, arrays[i], g->top * g->side,
                                    g->tall * g->side);

        rc = rc != MPI_SUCCESS ? rc : own;
        g->at[i] = refnuma_double(arrays[i]) + g->top * g->side;
    }
    rc = refnuma_use_begin(&s->use, rc, cause);
    if (rc == MPI_SUCCESS)
        dsm_grid_fill(g);
    return refnuma_use_begin(&s->use, rc, cause);
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = *state;
    int rc;

    dsm_grid_open(&s->g, a);
    s->g.state = s;
    s->g.exchange = adapter_exchange;
    s->g.account = adapter_account;
    rc = refnuma_use_open(&s->use, a->comm, cause);
    return rc == MPI_SUCCESS ? grids_open(s, cause) : rc;
}

static void adapter_close(void *state, struct op_args *a)
{
    (void)a;
    refnuma_use_close(&((struct adapter *)state)->use);
}

static int adapter_run(void *state, const struct op_args *a)
{
    (void)a;
    return dsm_grid_run(&((struct adapter *)state)->g);
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    (void)comm, (void)cause;
    *state = refnuma_use_create(sizeof(struct adapter), params);
    return MPI_SUCCESS;
}

const struct algo algo_dsm_jacobi_refnuma = {
    .name = "refnuma",
    .op = "dsm-jacobi",
    .help = "librefnuma: two shared arrays and a barrier",
    .params = &refnuma_params,
    .create = adapter_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = adapter_run,
    .large = true,
    .describe = refnuma_use_describe,
    .destroy = free,
};
