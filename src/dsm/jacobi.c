/* jacobi.c: dsm-jacobi: sweeps over a grid whose rows are distributed over
 * the ranks. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The element in row y and column x is x * x + y * y at first. The mean of its
 * four neighbours is larger by one. Each sweep also adds one to elements on the
 * grid's edges, so every element grows by one: after t sweeps element (x, y) is
 * x * x + y * y + t. These values, and sums of four of them, are whole numbers
 * that a double holds exactly. Reading a row of an earlier sweep gives a wrong
 * result.
 */
#include <math.h>
#include <string.h>
#include "dsm/state.h"
#include "dsm/table.h"
#include "mpi/agree.h"

/* ---- a pass of an algorithm ---------------------------------------------- */

void dsm_rows(size_t side, int ranks, int rank, size_t *first, size_t *rows)
{
    size_t each = side / (size_t)ranks, more = side % (size_t)ranks;
    size_t r = (size_t)rank;

    *first = r * each + (r < more ? r : more);
    *rows = each + (r < more);
}

void dsm_grid_place(struct dsm_grid *g, int rank)
{
    size_t end;

    dsm_rows(g->side, g->ranks, rank, &g->first, &g->rows);
    end = g->first + g->rows;
    g->top = g->first - (g->rows > 0 && g->first > 0);
    g->tall = end + (g->rows > 0 && end < g->side) - g->top;
}

/* Rounding the square root down is exact for fewer than 2^52 elements. */
void dsm_grid_open(struct dsm_grid *g, struct op_args *a, void *state,
                   int (*exchange)(void *state))
{
    size_t words = (size_t)a->count * a->type_size / sizeof(double);

    *g = (struct dsm_grid){
        .pass = {.clock = a->clock, .state = state, .barrier = exchange},
        .side = (size_t)sqrt((double)words),
        .rank = a->rank,
        .ranks = a->size,
    };
    dsm_grid_place(g, g->rank);
    a->memory = g;
}

static double model(const struct dsm_grid *g, size_t y, size_t x)
{
    return (double)(y * y + x * x + g->pass.launch);
}

void dsm_grid_fill(struct dsm_grid *g)
{
    for (size_t y = g->first; y < g->first + g->rows; y++)
        for (size_t x = 0; x < g->side; x++)
            dsm_grid_row(g, 0, y)[x] = model(g, y, x);
}

long dsm_grid_wrong(const struct dsm_grid *g)
{
    long wrong = 0;

    for (size_t y = g->top; y < g->top + g->tall; y++)
        for (size_t x = 0; x < g->side; x++) {
            double right = model(g, y, x);

            wrong += memcmp(&dsm_grid_row(g, (int)(g->pass.launch % 2), y)[x],
                            &right, sizeof(right)) != 0;
        }
    return wrong;
}

/* ---- a launch ------------------------------------------------------------ */

static void edge_row(double *restrict to, const double *restrict from, size_t n)
{
    for (size_t x = 0; x < n; x++)
        to[x] = from[x] + 1;
}

static void inner_row(double *restrict to, const double *restrict from,
                      size_t n)
{
    const double *above = from - n, *below = from + n;

    to[0] = from[0] + 1;
    for (size_t x = 1; x + 1 < n; x++)
        to[x] = 0.25 * (above[x] + below[x] + from[x - 1] + from[x + 1]);
    to[n - 1] = from[n - 1] + 1;
}

static void sweep(struct dsm_grid *g)
{
    int from = (int)(g->pass.launch % 2), to = 1 - from;

    for (size_t y = g->first; y < g->first + g->rows; y++)
        (y == 0 || y == g->side - 1 ? edge_row : inner_row)(
            dsm_grid_row(g, to, y), dsm_grid_row(g, from, y), g->side);
    g->pass.launch++;
}

int dsm_grid_launch(void *state, const struct op_args *a)
{
    struct dsm_grid *g = a->memory;

    (void)state;
    sweep(g);
    return dsm_meet(&g->pass);
}

/* ---- the operation ------------------------------------------------------- */

enum { COMPUTE, BARRIER, SHARE, MEMORY, SENT, MESSAGES, PAGES };

static double barrier_of(const struct figure_row *own,
                         const struct figure_row *baseline)
{
    (void)baseline;
    return own->time - own->values[COMPUTE];
}

static double share_of(const struct figure_row *own,
                       const struct figure_row *baseline)
{
    return barrier_of(own, baseline) / own->time;
}

static const struct figure figures[] = {
    [COMPUTE] = {"compute", "s",
                 .help = "time of the sweep on the slowest rank, with the page "
                         "faults of its writes",
                 .launch = true},
    [BARRIER] = {"barrier", "s", .help = "time of the launch without the sweep",
                 .derive = barrier_of},
    [SHARE] = {"share", "", .help = "share of the launch that is not the sweep",
               .derive = share_of},
    [MEMORY] = {"memory", "B",
                .help = "memory for both grids on a rank; this and all figures "
                        "below: maximum over ranks"},
    [SENT] =
        {"sent", "B",
         .help =
             "payload sent in a launch, without synchronization; n/a: none"},
    [MESSAGES] = {"messages", "", .help = "messages with this payload"},
    [PAGES] = {"pages", "",
               .help = "other ranks' pages that the rank has touched; n/a: it "
                       "works on rows"},
    {0},
};

static long jacobi_check(void *state, const struct op_args *a)
{
    (void)state;
    return dsm_grid_wrong(a->memory);
}

static void jacobi_launch(void *state, const struct op_args *a, int64_t begin,
                          int64_t end, double *values)
{
    const struct dsm_grid *g = a->memory;

    (void)state, (void)end;
    values[COMPUTE] = clock_seconds(a->clock, g->pass.met - begin);
}

static void jacobi_figures(void *state, const struct op_args *a, double *values)
{
    const struct dsm_account *account = dsm_settled(a->memory);

    (void)state;
    values[MEMORY] = account->memory;
    values[SENT] = account->sent;
    values[MESSAGES] = account->messages;
    values[PAGES] = account->pages;
}

const struct op op_dsm_jacobi = {
    .name = "dsm-jacobi",
    .help = "a sweep over a square grid, then an exchange of rows with the "
            "neighbours",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .life = {.check = jacobi_check,
             .figures = figures,
             .launch_figures = jacobi_launch,
             .pass_figures = jacobi_figures},
};

/* ---- algorithms ---------------------------------------------------------- */

static size_t row_bytes(const struct dsm_grid *g)
{
    return g->side * sizeof(double);
}

/* Returns the offset of row y in a rank's memory, where grid 1 follows grid
 * 0. */
static MPI_Aint place_of(const struct dsm_grid *g, int rank, int grid, size_t y)
{
    struct dsm_grid there = *g;

    dsm_grid_place(&there, rank);
    return (MPI_Aint)(((size_t)grid * there.tall + y - there.top) *
                      row_bytes(g));
}

/* Adds a message with row y, to or from a rank, for each grid. */
static void row_add(const struct dsm_grid *g, struct dsm_messages list[2],
                    int peer, size_t y)
{
    for (int i = 0; i < 2; i++)
        dsm_message_add(&list[i],
                        (struct dsm_message){peer, (int)g->side, MPI_DOUBLE,
                                             place_of(g, g->rank, i, y),
                                             place_of(g, peer, i, y)});
}

static void rows_add(struct dsm_state *r)
{
    const struct dsm_grid *g = &r->g;
    size_t end = g->first + g->rows;

    if (g->top < g->first) {
        row_add(g, r->out, g->rank - 1, g->first);
        row_add(g, r->in, g->rank - 1, g->top);
    }
    if (g->top + g->tall > end) {
        row_add(g, r->out, g->rank + 1, end - 1);
        row_add(g, r->in, g->rank + 1, end);
    }
}

/* Opens p2p or rma. One fence per sweep is enough, because the next sweep's
 * puts go into the other grid. If one rank is out of memory all ranks fail,
 * because its neighbours would wait for it. */
static int jacobi_open(void **state, struct op_args *a, bool window,
                       char **cause)
{
    struct dsm_state *r = dsm_state_open(state, a);
    struct dsm_grid *g = &r->g;
    size_t bytes;
    int rc;

    dsm_grid_open(g, a, r, window ? dsm_put : dsm_p2p);
    rows_add(r);
    r->turns = 1;
    bytes = 2 * g->tall * row_bytes(g);
    g->pass.account = (struct dsm_account){
        .memory = (double)bytes,
        .sent = r->out[0].n * (double)row_bytes(g),
        .messages = r->out[0].n,
        .pages = NAN,
    };
    rc = agree_code(a->comm, dsm_target_open(r, window, bytes, cause));
    if (rc != MPI_SUCCESS)
        return rc;
    g->at[0] = r->memory[0].base;
    g->at[1] = g->at[0] + g->tall * g->side;
    dsm_grid_fill(g);
    if (window)
        rc = MPI_Win_fence(MPI_MODE_NOPRECEDE, r->memory[0].win);
    return rc != MPI_SUCCESS ? rc : g->pass.barrier(r);
}
DSM_OPENS(jacobi)

static int jacobi_shwin_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = dsm_state_open(state, a);
    struct dsm_grid *g = &r->g;
    size_t bytes;

    dsm_grid_open(g, a, r, dsm_shared);
    bytes = g->rows * row_bytes(g);
    g->pass.account =
        (struct dsm_account){2 * (double)bytes, NAN, NAN, NAN, NAN};
    for (int i = 0; i < 2; i++) {
        int rc = dsm_memory_shared(&r->memory[i], a->comm, bytes, cause);

        if (rc != MPI_SUCCESS)
            return rc;
        g->at[i] = (double *)r->memory[i].base + g->top * g->side;
    }
    dsm_grid_fill(g);
    return dsm_shared(r);
}

#define ROW(name, open_fn, about)                                              \
    DSM_ALGO("dsm-jacobi", name, dsm_grid_launch, dsm_state_close, about,      \
             .open = open_fn)

const struct algo *const dsm_jacobi_algos[] = {
    ROW("p2p", jacobi_p2p_open,
        "MPI_Isend, MPI_Irecv and MPI_Waitall with the ranks above and below"),
    ROW("rma", jacobi_put_open,
        "MPI_Put to the ranks above and below, and MPI_Win_fence"),
    ROW("shwin", jacobi_shwin_open,
        "the grids in shared windows, MPI_Win_sync and MPI_Barrier"),
    NULL,
};
