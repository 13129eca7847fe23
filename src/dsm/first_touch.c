/* first_touch.c: dsm-first-touch, in which rank 0 reads an element of another
 * rank for the first time, and its algorithms that use only MPI. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include <string.h>
#include "dsm/state.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"
#include "ops/setup.h"

static int owner_of(const struct dsm_case *c)
{
    int owner = c->ranks - 1;

    while (owner > 0 && dsm_section(c, owner).count == 0)
        owner--;
    return owner;
}

void dsm_first_open(struct dsm_first *f, struct op_args *a)
{
    *f = (struct dsm_first){
        .c = dsm_case_of(a),
        .rank = a->rank,
    };
    f->owner = owner_of(&f->c);
    f->element = dsm_section(&f->c, f->owner).first;
    a->memory = f;
}

static int first_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_case c = dsm_case_of(a);

    (void)state;
    if (owner_of(&c) > 0)
        return MPI_SUCCESS;
    *cause =
        xasprintf("an array of %zu elements has a section on rank 0 only", c.n);
    return MPI_ERR_ARG;
}

static long first_check(void *state, const struct op_args *a)
{
    const struct dsm_first *f = a->memory;
    double right;

    (void)state;
    if (f->rank != 0)
        return 0;
    right = dsm_value(f->pass.launch, f->element);
    return memcmp(&f->value, &right, sizeof(right)) != 0;
}

const struct op op_dsm_first_touch = {
    .name = "dsm-first-touch",
    .help = "rank 0 reads an element of the last rank's section for the first "
            "time",
    .flags = OP_OWN_MEMORY | OP_DOUBLE,
    .life = {.open = first_open, .check = first_check},
};

/* ---- get ----------------------------------------------------------------- */

static int get_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = dsm_state_open(state, a);
    size_t n;
    int rc;

    dsm_first_open(&r->f, a);
    n = r->f.rank == r->f.owner ? dsm_section(&r->f.c, a->rank).count : 0;
    rc = dsm_memory_window(r->memory, a->comm, n * sizeof(double), cause);
    r->f.at = r->memory[0].base;
    n = r->f.c.page * sizeof(double); /* memory for the page that rank 0 gets */
    return first_of(rc, dsm_memory_private(&r->memory[1], n, cause));
}

static int get_before(void *state, const struct op_args *a)
{
    struct dsm_state *r = state;
    MPI_Win win = r->memory[0].win;
    int rc = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a->rank, 0, win);

    dsm_first_write(&r->f);
    if (rc == MPI_SUCCESS)
        rc = MPI_Win_unlock(a->rank, win);
    return first_of(rc, MPI_Barrier(a->comm));
}

static int get_run(void *state, const struct op_args *a)
{
    struct dsm_state *r = state;
    size_t count = dsm_section(&r->f.c, r->f.owner).count;
    double *page = r->memory[1].base;
    int rc, later, n;

    if (a->rank != 0)
        return MPI_SUCCESS;
    n = (int)(count < r->f.c.page ? count : r->f.c.page);
    rc = MPI_Win_lock(MPI_LOCK_SHARED, r->f.owner, 0, r->memory[0].win);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = MPI_Get(page, n, MPI_DOUBLE, r->f.owner, 0, n, MPI_DOUBLE,
                 r->memory[0].win);
    later = MPI_Win_unlock(r->f.owner, r->memory[0].win);
    r->f.value = page[0];
    return rc != MPI_SUCCESS ? rc : later;
}

/* ---- shwin --------------------------------------------------------------- */

static int shwin_open(void **state, struct op_args *a, char **cause)
{
    struct dsm_state *r = dsm_state_open(state, a);
    size_t own;
    int rc;

    dsm_first_open(&r->f, a);
    own = dsm_section(&r->f.c, a->rank).count;
    rc = dsm_memory_shared(r->memory, a->comm, own * sizeof(double), cause);
    r->f.at = (double *)r->memory[0].base + r->f.element;
    return rc;
}

/* The first barrier waits until rank 0 has ended the previous launch. */
static int shwin_before(void *state, const struct op_args *a)
{
    struct dsm_state *r = state;
    int rc = MPI_Barrier(a->comm);

    dsm_first_write(&r->f);
    return first_of(rc, dsm_shared(r));
}

static int shwin_run(void *state, const struct op_args *a)
{
    struct dsm_state *r = state;

    if (a->rank == 0)
        dsm_first_read(&r->f);
    return MPI_SUCCESS;
}

#define ROW(name, run_fn, about, ...)                                          \
    DSM_ALGO("dsm-first-touch", name, run_fn, dsm_state_close, about,          \
             __VA_ARGS__)

const struct algo *const dsm_first_algos[] = {
    ROW("get", get_run, "MPI_Win_lock, MPI_Get of the page, MPI_Win_unlock",
        .open = get_open, .before = get_before, .after = dsm_mpi_barrier),
    ROW("shwin", shwin_run, "a load from a shared window", .open = shwin_open,
        .before = shwin_before),
    NULL,
};
