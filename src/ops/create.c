/* create.c: start-up costs of programs: creating communicators and windows. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "ops/registry.h"

#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include "lib/populate.h"
#include "lib/xmalloc.h"

/* A launch creates the object. Freeing it, after the launch, is not timed. */

struct made {
    MPI_Comm comm;
    MPI_Win win;
    int color, colors; /* number of communicators that MPI_Comm_split makes */
    MPI_Aint bytes;    /* bytes of this rank's part of the window */
    long wrong;        /* wrong results in the latest launch */
};

struct split_params {
    int colors;
};

/* Refuses windows that do not fit into /dev/shm, for which some libraries wait
 * forever. */
static int made_open(void **state, struct op_args *a, char **cause)
{
    const struct split_params *p = a->params;
    struct made *m = *state = xcalloc(1, sizeof(*m));

    *m = (struct made){
        .comm = MPI_COMM_NULL,
        .win = MPI_WIN_NULL,
        .colors = p != NULL ? p->colors : 1,
        .bytes = (MPI_Aint)a->count * (MPI_Aint)a->type_size,
    };
    m->color = a->rank % m->colors;
    if ((size_t)m->bytes <= shm_room() / (size_t)a->size)
        return MPI_SUCCESS;
    *cause = xasprintf("not enough room in /dev/shm for windows of %lld bytes "
                       "on each rank",
                       (long long)m->bytes);
    return MPI_ERR_NO_SPACE;
}

static void made_close(void *state, struct op_args *a)
{
    (void)a;
    free(state);
}

static long made_check(void *state, const struct op_args *a)
{
    (void)a;
    return ((struct made *)state)->wrong;
}

static int comm_dup_run(void *state, const struct op_args *a)
{
    return MPI_Comm_dup(a->comm, &((struct made *)state)->comm);
}

static int comm_split_run(void *state, const struct op_args *a)
{
    struct made *m = state;

    return MPI_Comm_split(a->comm, m->color, a->rank, &m->comm);
}

/* Checks that the communicator has every colors-th rank. */
static int comm_after(void *state, const struct op_args *a)
{
    struct made *m = state;
    int rank, size;

    if (m->comm == MPI_COMM_NULL)
        return MPI_SUCCESS;
    MPI_Comm_rank(m->comm, &rank);
    MPI_Comm_size(m->comm, &size);
    m->wrong = rank != a->rank / m->colors ||
               size != (a->size - m->color + m->colors - 1) / m->colors;
    return MPI_Comm_free(&m->comm);
}

static int win_allocate_run(void *state, const struct op_args *a)
{
    struct made *m = state;
    void *base;

    return MPI_Win_allocate(m->bytes, 1, MPI_INFO_NULL, a->comm, &base,
                            &m->win);
}

static int win_after(void *state, const struct op_args *a)
{
    struct made *m = state;
    MPI_Aint *bytes;
    int known;

    (void)a;
    if (m->win == MPI_WIN_NULL)
        return MPI_SUCCESS;
    MPI_Win_get_attr(m->win, MPI_WIN_SIZE, &bytes, &known);
    m->wrong = !known || *bytes != m->bytes;
    return MPI_Win_free(&m->win);
}

static const struct param split_rows[] = {
    PARAM_ROW("colors", struct split_params, colors, INTEGER, "2",
              "number of communicators that a launch makes; rank i has "
              "color i modulo this number",
              .least = 1, .most = INT_MAX),
    {0},
};
static const struct param_table split_params =
    PARAM_TABLE("comm_split", split_rows, struct split_params);

#define CREATE(low, kind, text, ...)                                           \
    &(const struct op)                                                         \
    {                                                                          \
        .name = #low, .help = text ", freed outside the timed region",         \
        .ranks = 2, .call.run = low##_run,                                     \
        .life = {.open = made_open,                                            \
                 .after = kind##_after,                                        \
                 .check = made_check,                                          \
                 .close = made_close},                                         \
        __VA_ARGS__                                                            \
    }

const struct op *const create_ops[] = {
    CREATE(comm_dup, comm, "MPI_Comm_dup", .flags = OP_NODATA),
    CREATE(comm_split, comm, "MPI_Comm_split", .flags = OP_NODATA,
           .params = &split_params),
    CREATE(win_allocate, win, "MPI_Win_allocate of -m bytes on each rank",
           .flags = OP_OWN_MEMORY, .large.run = win_allocate_run),
    NULL,
};
