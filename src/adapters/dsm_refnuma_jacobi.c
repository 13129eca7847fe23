/* dsm_refnuma_jacobi.c: librefnuma as an algorithm of dsm-jacobi. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/refnuma_common.h"
#include "lib/xmalloc.h"

static int adapter_exchange(void *state)
{
    return refnuma_barrier(((struct refnuma_use *)state)->context);
}

static void adapter_account(void *state, struct dsm_account *account)
{
    const struct refnuma_use *s = state;
    struct refnuma_use_cost cost;

    refnuma_use_cost(s, &cost);
    *account = (struct dsm_account){
        .memory =
            (double)(2 * s->g.rows * s->g.side * sizeof(double)) + cost.foreign,
        .sent = cost.sent,
        .messages = cost.messages,
        .pages = cost.pages,
    };
}

/* A grid with the sections that the rows make. */
static int grid_alloc(struct refnuma_use *s, struct refnuma_array **array,
                      char **cause)
{
    const struct dsm_grid *g = &s->g;
    size_t *counts = xcalloc((size_t)g->ranks, sizeof(*counts)), first, rows;
    int rc;

    for (int r = 0; r < g->ranks; r++) {
        dsm_rows(g->side, g->ranks, r, &first, &rows);
        counts[r] = rows * g->side;
    }
    rc = refnuma_alloc_sections(s->context, counts, MPI_DOUBLE, array);
    free(counts);
    return refnuma_use_failed(rc, cause);
}

/* All rows that this rank reads: where a page holds rows of two ranks, it may
 * be at home at another one. */
static int grids_open(struct refnuma_use *s, char **cause)
{
    struct refnuma_array *arrays[2];
    struct dsm_grid *g = &s->g;
    int rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < 2; i++)
        rc = grid_alloc(s, &arrays[i], cause);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < 2; i++) {
        int own = refnuma_use_touch(s, arrays[i], g->top * g->side,
                                    g->tall * g->side);

        rc = rc != MPI_SUCCESS ? rc : own;
        g->at[i] = refnuma_double(arrays[i]) + g->top * g->side;
    }
    rc = refnuma_use_begin(s, rc, cause);
    if (rc == MPI_SUCCESS)
        dsm_grid_fill(g);
    return refnuma_use_begin(s, rc, cause);
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct refnuma_use *s = *state;
    int rc;

    dsm_grid_open(&s->g, a);
    s->g.state = s;
    s->g.exchange = adapter_exchange;
    s->g.account = adapter_account;
    rc = refnuma_use_open(s, a->comm, cause);
    return rc == MPI_SUCCESS ? grids_open(s, cause) : rc;
}

static void adapter_close(void *state, struct op_args *a)
{
    (void)a;
    refnuma_use_close(state);
}

const struct algo algo_dsm_jacobi_refnuma = {
    .name = "refnuma",
    .op = "dsm-jacobi",
    .help = "librefnuma: two shared arrays and a barrier",
    .params = &refnuma_params,
    .create = refnuma_use_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = dsm_grid_launch,
    .large = true,
    .describe = refnuma_use_describe,
    .destroy = free,
};
