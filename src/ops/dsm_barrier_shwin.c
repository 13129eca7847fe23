/* dsm_barrier_shwin.c: a rival of dsm-barrier: one array that all ranks share.
 */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <stdlib.h>
#include "lib/xmalloc.h"
#include "ops/dsm.h"
#include "ops/dsm_memory.h"
#include "ops/families.h"

struct shwin {
    struct dsm d;
    struct dsm_memory array;
    MPI_Comm comm;
};

static int shwin_barrier(void *state)
{
    const struct shwin *s = state;

    return dsm_memory_barrier(&s->array, s->comm);
}

/* A rank's part of what is there once. */
static void shwin_account(void *state, struct dsm_account *account)
{
    const struct shwin *s = state;

    *account = (struct dsm_account){.memory = (double)s->array.bytes,
                                    .compared = NAN,
                                    .sent = NAN,
                                    .messages = NAN,
                                    .pages = (double)dsm_pages(&s->d)};
}

static int shwin_open(void **state, struct op_args *a, char **cause)
{
    struct shwin *s = xcalloc(1, sizeof(*s));
    size_t own;
    int rc;

    *state = s;
    s->comm = a->comm;
    s->array = DSM_MEMORY_NONE;
    dsm_open(&s->d, a);
    s->d.state = s;
    s->d.barrier = shwin_barrier;
    s->d.account = shwin_account;
    own = dsm_section(&s->d.c, a->rank).count;
    rc = dsm_memory_shared(&s->array, a->comm, own * sizeof(double), cause);
    s->d.mirror = s->array.base;
    return rc;
}

/* Nobody writes what is new while another rank still reads what is old. */
static int shwin_before(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Barrier(a->comm);
}

static void shwin_close(void *state, struct op_args *a)
{
    struct shwin *s = state;

    (void)a;
    dsm_memory_close(&s->array);
    dsm_close(&s->d);
    free(s);
}

const struct algo algo_dsm_barrier_shwin = {
    .name = "shwin",
    .op = "dsm-barrier",
    .help = "one array in a shared window, MPI_Win_sync and MPI_Barrier",
    .life = {.open = shwin_open, .before = shwin_before, .close = shwin_close},
    .run = dsm_launch,
};
