/* dsm_first_rivals.c: dsm-first-touch by MPI_Get, and on shared memory. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm_first.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"

struct rival {
    struct dsm_first f;
    struct dsm_memory memory;
    double *page; /* get: what rank 0 gets */
};

static struct rival *rival_open(void **state, struct op_args *a)
{
    struct rival *r = xcalloc(1, sizeof(*r));

    *state = r;
    r->memory = DSM_MEMORY_NONE;
    dsm_first_open(&r->f, a);
    return r;
}

static void rival_close(void *state, struct op_args *a)
{
    struct rival *r = state;

    (void)a;
    dsm_memory_close(&r->memory);
    free(r->page);
    free(r);
}

/* ---- get ------------------------------------------------------------------
 */

static int get_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    size_t n =
        r->f.rank == r->f.owner ? dsm_section(&r->f.c, a->rank).count : 0;
    int rc = dsm_memory_window(&r->memory, a->comm, n * sizeof(double), cause);

    r->f.at = r->memory.base;
    r->page = xcalloc(r->f.c.page, sizeof(*r->page));
    return rc;
}

static int get_before(void *state, const struct op_args *a)
{
    struct rival *r = state;
    MPI_Win win = r->memory.win;
    int rc = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a->rank, 0, win), later;

    dsm_first_write(&r->f);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_unlock(a->rank, win);
    later = MPI_Barrier(a->comm);
    return rc != MPI_SUCCESS ? rc : later;
}

static int get_run(void *state, const struct op_args *a)
{
    struct rival *r = state;
    struct dsm_range section = dsm_section(&r->f.c, r->f.owner);
    int rc, later, n;

    if (a->rank != 0)
        return MPI_SUCCESS;
    n = (int)(section.count < r->f.c.page ? section.count : r->f.c.page);
    rc = MPI_Win_lock(MPI_LOCK_SHARED, r->f.owner, 0, r->memory.win);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Get(r->page, n, MPI_DOUBLE, r->f.owner, 0, n, MPI_DOUBLE,
                 r->memory.win);
    later = MPI_Win_unlock(r->f.owner, r->memory.win);
    r->f.value = r->page[0];
    return rc != MPI_SUCCESS ? rc : later;
}

/* The owner waits within MPI, so that the library can serve rank 0 where it
 * needs the owner's processor for that. */
static int get_after(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Barrier(a->comm);
}

static const struct algo algo_get = {
    .name = "get",
    .op = "dsm-first-touch",
    .help = "MPI_Win_lock, MPI_Get of the page, MPI_Win_unlock",
    .life = {.open = get_open,
             .before = get_before,
             .after = get_after,
             .close = rival_close},
    .run = get_run,
};

/* ---- shwin ----------------------------------------------------------------
 */

static int shwin_open(void **state, struct op_args *a, char **cause)
{
    struct rival *r = rival_open(state, a);
    size_t own = dsm_section(&r->f.c, a->rank).count;
    int rc =
        dsm_memory_shared(&r->memory, a->comm, own * sizeof(double), cause);

    r->f.at = (double *)r->memory.base + r->f.element;
    return rc;
}

/* The first barrier: rank 0 is through with the launch before. */
static int shwin_before(void *state, const struct op_args *a)
{
    struct rival *r = state;
    int rc = MPI_Barrier(a->comm), later;

    dsm_first_write(&r->f);
    later = dsm_memory_barrier(&r->memory, a->comm);
    return rc != MPI_SUCCESS ? rc : later;
}

static int shwin_run(void *state, const struct op_args *a)
{
    struct rival *r = state;

    if (a->rank == 0)
        dsm_first_read(&r->f);
    return MPI_SUCCESS;
}

static const struct algo algo_shwin = {
    .name = "shwin",
    .op = "dsm-first-touch",
    .help = "a load from a shared window",
    .life = {.open = shwin_open, .before = shwin_before, .close = rival_close},
    .run = shwin_run,
};

const struct algo *const dsm_first_algos[] = {&algo_get, &algo_shwin, NULL};
