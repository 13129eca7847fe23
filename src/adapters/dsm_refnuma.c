/* dsm_refnuma.c: librefnuma as an algorithm of dsm-barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/refnuma_common.h"
#include "ops/dsm.h"

struct adapter {
    struct refnuma_use use; /* first */
    struct dsm d;
};

static int adapter_barrier(void *state)
{
    return refnuma_barrier(((struct adapter *)state)->use.context);
}

/* The own section, as if all of it were in use. */
static void adapter_account(void *state, struct dsm_account *account)
{
    const struct adapter *s = state;
    struct refnuma_use_cost cost;

    refnuma_use_cost(&s->use, &cost);
    *account = (struct dsm_account){
        .memory =
            (double)dsm_section(&s->d.c, s->d.rank).count * sizeof(double) +
            cost.foreign,
        .compared = cost.compared,
        .sent = cost.sent,
        .messages = cost.messages,
        .pages = cost.pages,
    };
}

static int touch(const struct adapter *s, struct refnuma_array *array)
{
    struct dsm_range ranges[DSM_TOUCHED];
    int n = dsm_touched(&s->d.c, s->d.rank, ranges), rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        rc =
            refnuma_use_touch(&s->use, array, ranges[i].first, ranges[i].count);
    return rc;
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = *state;
    struct refnuma_array *array;
    int rc;

    dsm_open(&s->d, a);
    s->d.state = s;
    s->d.barrier = adapter_barrier;
    s->d.account = adapter_account;
    rc = refnuma_use_open(&s->use, a->comm, cause);
    if (rc == MPI_SUCCESS)
        rc = refnuma_use_failed(
            refnuma_alloc(s->use.context, s->d.c.n, MPI_DOUBLE, &array), cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->d.mirror = refnuma_double(array);
    return refnuma_use_begin(&s->use, touch(s, array), cause);
}

static void adapter_close(void *state, struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    refnuma_use_close(&s->use);
    dsm_close(&s->d);
}

static int adapter_run(void *state, const struct op_args *a)
{
    (void)a;
    return dsm_run(&((struct adapter *)state)->d);
}

static int adapter_create(MPI_Comm comm, const void *params, void **state,
                          char **cause)
{
    (void)comm, (void)cause;
    *state = refnuma_use_create(sizeof(struct adapter), params);
    return MPI_SUCCESS;
}

const struct algo algo_dsm_barrier_refnuma = {
    .name = "refnuma",
    .op = "dsm-barrier",
    .help = "librefnuma: finds by itself what was touched and changed",
    .params = &refnuma_params,
    .create = adapter_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = adapter_run,
    .large = true,
    .describe = refnuma_use_describe,
    .destroy = free,
};
