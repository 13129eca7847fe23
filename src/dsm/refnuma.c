/* refnuma.c: librefnuma as an algorithm of dsm-barrier, dsm-jacobi and
 * dsm-first-touch. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <jansson.h>
#include <stdlib.h>
#include "algos/refnuma/refnuma.h"
#include "dsm/barrier.h"
#include "dsm/first_touch.h"
#include "dsm/jacobi.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/simulated.h"
#include "ops/library_rows.h"
#include "timers/timer.h"

/* ---- parameters --------------------------------------------------------- */

LIBRARY_PARSE(refnuma_options_parse)

#define OPTION(NAME, KIND, WORDS, DEF, WHY, HELP)                              \
    LIBRARY_ROW(NAME, .def = DEF, HELP)
static const struct param option_rows[] = {
#include "algos/refnuma/options.def"
    {0},
};
#undef OPTION

static const struct param_table refnuma_params = {
    .owner = "refnuma",
    .rows = option_rows,
    .size = sizeof(struct refnuma_options),
};

/* ---- the context -------------------------------------------------------- */

/* State of an algorithm. Each pass has its own context, so that counts start at
 * 0. */
struct use {
    struct refnuma_options options; /* from the command line */
    struct refnuma *context;        /* of this pass, or NULL */
    struct refnuma_info since;      /* counts before the launches */
    struct refnuma_array *array;    /* array of dsm-barrier and
                                     * dsm-first-touch */
    union {                         /* the operation's state */
        struct dsm d;
        struct dsm_grid g;
        struct dsm_first f;
    };
};

/* Returns rc, the error code of a library call; sets *cause after an error. */
static int use_failed(int rc, char **cause)
{
    if (rc != MPI_SUCCESS && *cause == NULL)
        *cause = xstrdup(refnuma_failure());
    return rc;
}

static int use_create(MPI_Comm comm, const void *params, void **state,
                      char **cause)
{
    struct use *u = xcalloc(1, sizeof(*u));

    (void)comm, (void)cause;
    u->options = *(const struct refnuma_options *)params;
    *state = u;
    return MPI_SUCCESS;
}

static int use_open(struct use *u, MPI_Comm comm, char **cause)
{
    if (time_is_simulated() && u->options.touch != REFNUMA_TOUCH_CALL) {
        *cause = xstrdup("page faults are not simulated: use touch=call");
        return MPI_ERR_UNSUPPORTED_OPERATION;
    }
    return use_failed(refnuma_init(comm, &u->options, &u->context), cause);
}

/* Opens a context and allocates an array of n doubles in it. */
static int use_alloc(struct use *u, MPI_Comm comm, size_t n, char **cause)
{
    int rc = use_open(u, comm, cause);

    if (rc != MPI_SUCCESS)
        return rc;
    return use_failed(refnuma_alloc(u->context, n, MPI_DOUBLE, &u->array),
                      cause);
}

static void use_close(void *state, struct op_args *a)
{
    struct use *u = state;

    (void)a;
    if (u->context != NULL)
        refnuma_finalize(&u->context);
}

static int use_barrier(void *state)
{
    return refnuma_barrier(((struct use *)state)->context);
}

/* Calls the barrier that ends the preparations. Every rank must call it, even
 * if its preparations failed with rc. Returns the first error. Collective. */
static int use_begin(struct use *u, int rc, char **cause)
{
    int later = refnuma_barrier(u->context);

    refnuma_info(u->context, NULL, &u->since);
    return use_failed(rc != MPI_SUCCESS ? rc : later, cause);
}

/* ---- costs --------------------------------------------------------------- */

/* Computes this rank's costs of a barrier, as mean over all launches, and its
 * memory: `elements` own elements, other ranks' pages, and twins. */
static void use_account(const struct use *u, size_t elements,
                        struct dsm_account *account)
{
    const struct refnuma_info *since = &u->since;
    struct refnuma_info now;
    double n;

    refnuma_info(u->context, NULL, &now);
    n = (double)(now.barriers - since->barriers); /* 0 / 0 is NAN: unknown */
    *account = (struct dsm_account){
        .memory = (double)(elements * sizeof(double)) +
                  (double)((now.touched + now.twins) * now.page),
        .compared = (double)(now.compared - since->compared) / n,
        .sent = (double)(now.bytes - since->bytes) / n,
        .messages = (double)(now.messages - since->messages) / n,
        .pages = (double)now.touched,
    };
}

static json_t *use_describe(void *state)
{
    const struct use *u = state;

    return json_pack("{s:b, s:I}", "uffd", u->since.uffd, "neighbours",
                     (json_int_t)u->since.neighbours);
}

/* ---- dsm-barrier: an array whose sections are written -------------------- */

/* Computes the costs. The rank's whole section counts as its memory. */
static void barrier_account(void *state, struct dsm_account *account)
{
    const struct use *s = state;

    use_account(s, dsm_section(&s->d.c, s->d.rank).count, account);
}

static int barrier_touch(const struct use *s)
{
    struct dsm_range ranges[DSM_TOUCHED];
    int n = dsm_touched(&s->d.c, s->d.rank, ranges), rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        rc = refnuma_touch_range(s->array, ranges[i].first, ranges[i].count);
    return rc;
}

static int barrier_open(void **state, struct op_args *a, char **cause)
{
    struct use *s = *state;
    int rc;

    dsm_open(&s->d, a, s, use_barrier);
    s->d.pass.settle = barrier_account;
    rc = use_alloc(s, a->comm, s->d.c.n, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->d.mirror = refnuma_double(s->array);
    return use_begin(s, barrier_touch(s), cause);
}

static void barrier_close(void *state, struct op_args *a)
{
    struct use *s = state;

    use_close(state, a);
    dsm_close(&s->d);
}

const struct algo algo_dsm_barrier_refnuma = {
    .name = "refnuma",
    .op = "dsm-barrier",
    .help = "librefnuma: finds out what was touched and changed",
    .params = &refnuma_params,
    .create = use_create,
    .life = {.open = barrier_open, .close = barrier_close},
    .run = dsm_launch,
    .large = true,
    .describe = use_describe,
    .destroy = free,
};

/* ---- dsm-jacobi: two grids ----------------------------------------------- */

static void jacobi_account(void *state, struct dsm_account *account)
{
    const struct use *s = state;

    use_account(s, 2 * s->g.rows * s->g.side, account);
}

/* Allocates a grid, with a section for the rows of each rank. */
static int grid_alloc(struct use *s, struct refnuma_array **array, char **cause)
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
    return use_failed(rc, cause);
}

/* Allocates the grids and touches all rows that this rank reads, its own
 * included, because a page with rows of two ranks may have the other rank as
 * its home. */
static int grids_open(struct use *s, char **cause)
{
    struct refnuma_array *arrays[2];
    struct dsm_grid *g = &s->g;
    int rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < 2; i++)
        rc = grid_alloc(s, &arrays[i], cause);
    if (rc != MPI_SUCCESS)
        return rc;
    for (int i = 0; i < 2; i++) {
        int own =
            refnuma_touch_range(arrays[i], g->top * g->side, g->tall * g->side);

        rc = rc != MPI_SUCCESS ? rc : own;
        g->at[i] = refnuma_double(arrays[i]) + g->top * g->side;
    }
    rc = use_begin(s, rc, cause);
    if (rc == MPI_SUCCESS)
        dsm_grid_fill(g);
    return use_begin(s, rc, cause);
}

static int jacobi_open(void **state, struct op_args *a, char **cause)
{
    struct use *s = *state;
    int rc;

    dsm_grid_open(&s->g, a, s, use_barrier);
    s->g.pass.settle = jacobi_account;
    rc = use_open(s, a->comm, cause);
    return rc == MPI_SUCCESS ? grids_open(s, cause) : rc;
}

const struct algo algo_dsm_jacobi_refnuma = {
    .name = "refnuma",
    .op = "dsm-jacobi",
    .help = "librefnuma: two shared arrays and a barrier",
    .params = &refnuma_params,
    .create = use_create,
    .life = {.open = jacobi_open, .close = use_close},
    .run = dsm_grid_launch,
    .large = true,
    .describe = use_describe,
    .destroy = free,
};

/* ---- dsm-first-touch: a read of another rank's element ------------------- */

static int first_open(void **state, struct op_args *a, char **cause)
{
    struct use *s = *state;
    int rc;

    dsm_first_open(&s->f, a);
    rc = use_alloc(s, a->comm, s->f.c.n, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->f.at = refnuma_double(s->array) + s->f.element;
    return use_begin(s, rc, cause);
}

/* Prepares a launch. After the last launch's read, writes new values and
 * removes all subscriptions, so that no page counts as touched by any rank. */
static int first_before(void *state, const struct op_args *a)
{
    struct use *s = state;
    int rc = MPI_Barrier(a->comm), later;

    dsm_first_write(&s->f);
    later = refnuma_unsubscribe(s->array, 0, s->f.c.n);
    return rc != MPI_SUCCESS ? rc : later;
}

static int first_run(void *state, const struct op_args *a)
{
    struct use *s = state;
    int rc = MPI_SUCCESS;

    if (a->rank != 0)
        return MPI_SUCCESS;
    if (s->options.touch == REFNUMA_TOUCH_CALL)
        rc = refnuma_touch_range(s->array, s->f.element, 1);
    dsm_first_read(&s->f);
    return rc;
}

/* If first reads return undefined values, this barrier brings the right
 * ones. */
static int first_after(void *state, const struct op_args *a)
{
    struct use *s = state;
    int rc;

    if (s->options.first_read != REFNUMA_UNDEFINED)
        return MPI_SUCCESS;
    rc = refnuma_barrier(s->context);
    if (a->rank == 0)
        dsm_first_read(&s->f);
    return rc;
}

const struct algo algo_dsm_first_refnuma = {
    .name = "refnuma",
    .op = "dsm-first-touch",
    .help = "librefnuma: a page fault, which also gets the page with "
            "first_read=deliver",
    .params = &refnuma_params,
    .create = use_create,
    .life = {.open = first_open,
             .before = first_before,
             .after = first_after,
             .close = use_close},
    .run = first_run,
    .large = true,
    .describe = use_describe,
    .destroy = free,
};
