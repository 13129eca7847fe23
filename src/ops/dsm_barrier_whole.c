/* dsm_barrier_whole.c: rivals of dsm-barrier that ask for no changes: all of
 * the array brought to all ranks, and nothing at all. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"

struct whole {
    struct dsm d;
    struct dsm_memory mirror;
    MPI_Comm comm;
    int *counts, *displs; /* sections */
};

static int whole_open(void **state, struct op_args *a, char **cause)
{
    struct whole *w = xcalloc(1, sizeof(*w));
    int rc;

    *state = w;
    w->comm = a->comm;
    w->mirror = DSM_MEMORY_NONE;
    dsm_open(&w->d, a);
    w->d.state = w;
    rc = dsm_memory_private(&w->mirror, w->d.c.n * sizeof(double), cause);
    w->d.mirror = w->mirror.base;
    return rc;
}

static void whole_close(void *state, struct op_args *a)
{
    struct whole *w = state;

    (void)a;
    dsm_memory_close(&w->mirror);
    dsm_close(&w->d);
    free(w->counts);
    free(w->displs);
    free(w);
}

/* ---- allgather ----------------------------------------------------------- */

static int allgather_barrier(void *state)
{
    struct whole *w = state;
    bool alike = true;

    for (int r = 1; r < w->d.c.ranks; r++)
        alike = alike && w->counts[r] == w->counts[0];
    return alike ? MPI_Allgather(MPI_IN_PLACE, 0, MPI_DOUBLE, w->d.mirror,
                                 w->counts[0], MPI_DOUBLE, w->comm)
                 : MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DOUBLE, w->d.mirror,
                                  w->counts, w->displs, MPI_DOUBLE, w->comm);
}

static void whole_account(void *state, struct dsm_account *account)
{
    const struct whole *w = state;

    *account = (struct dsm_account){
        .memory = (double)(w->d.c.n * sizeof(double)),
        .compared = NAN,
        .sent = NAN,
        .messages = NAN,
        .pages = w->d.brings_nothing ? NAN : (double)dsm_pages(&w->d)};
}

static int allgather_open(void **state, struct op_args *a, char **cause)
{
    int rc = whole_open(state, a, cause);
    struct whole *w = *state;
    size_t ranks = (size_t)a->size;

    w->d.barrier = allgather_barrier;
    w->d.account = whole_account;
    w->counts = xcalloc(ranks, sizeof(*w->counts));
    w->displs = xcalloc(ranks, sizeof(*w->displs));
    for (int r = 0; r < a->size; r++) {
        struct dsm_range section = dsm_section(&w->d.c, r);

        w->counts[r] = (int)section.count;
        w->displs[r] = (int)section.first;
    }
    if (rc == MPI_SUCCESS && w->d.c.set.changed.foreign) {
        *cause = xstrdup("--changed=N:foreign: ranks gather what they changed "
                         "in their own sections");
        rc = MPI_ERR_ARG;
    }
    return rc;
}

static const struct algo algo_allgather = {
    .name = "allgather",
    .op = "dsm-barrier",
    .help = "MPI_Allgather of all sections, MPI_Allgatherv where they differ "
            "in length",
    .life = {.open = allgather_open, .close = whole_close},
    .run = dsm_launch,
};

/* ---- barrier --------------------------------------------------------------
 */

static int barrier_barrier(void *state)
{
    return MPI_Barrier(((const struct whole *)state)->comm);
}

static int barrier_open(void **state, struct op_args *a, char **cause)
{
    int rc = whole_open(state, a, cause);
    struct whole *w = *state;

    w->d.barrier = barrier_barrier;
    w->d.account = whole_account;
    w->d.brings_nothing = true;
    return rc;
}

static const struct algo algo_barrier = {
    .name = "barrier",
    .op = "dsm-barrier",
    .help = "the writes and MPI_Barrier alone, which brings nothing to anybody",
    .life = {.open = barrier_open, .close = whole_close},
    .run = dsm_launch,
};

const struct algo *const dsm_whole_algos[] = {&algo_allgather, &algo_barrier,
                                              NULL};
