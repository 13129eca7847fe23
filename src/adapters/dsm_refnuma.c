/* dsm_refnuma.c: librefnuma as an algorithm of dsm-barrier. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "adapters/refnuma_common.h"

static int adapter_barrier(void *state)
{
    return refnuma_barrier(((struct refnuma_use *)state)->context);
}

/* The own section, as if all of it were in use. */
static void adapter_account(void *state, struct dsm_account *account)
{
    const struct refnuma_use *s = state;
    struct refnuma_use_cost cost;

    refnuma_use_cost(s, &cost);
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

static int touch(const struct refnuma_use *s)
{
    struct dsm_range ranges[DSM_TOUCHED];
    int n = dsm_touched(&s->d.c, s->d.rank, ranges), rc = MPI_SUCCESS;

    for (int i = 0; rc == MPI_SUCCESS && i < n; i++)
        rc = refnuma_use_touch(s, s->array, ranges[i].first, ranges[i].count);
    return rc;
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct refnuma_use *s = *state;
    int rc;

    dsm_open(&s->d, a);
    s->d.state = s;
    s->d.barrier = adapter_barrier;
    s->d.account = adapter_account;
    rc = refnuma_use_open(s, a->comm, cause);
    if (rc == MPI_SUCCESS)
        rc = refnuma_use_failed(
            refnuma_alloc(s->context, s->d.c.n, MPI_DOUBLE, &s->array), cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->d.mirror = refnuma_double(s->array);
    return refnuma_use_begin(s, touch(s), cause);
}

static void adapter_close(void *state, struct op_args *a)
{
    struct refnuma_use *s = state;

    (void)a;
    refnuma_use_close(s);
    dsm_close(&s->d);
}

const struct algo algo_dsm_barrier_refnuma = {
    .name = "refnuma",
    .op = "dsm-barrier",
    .help = "librefnuma: finds by itself what was touched and changed",
    .params = &refnuma_params,
    .create = refnuma_use_create,
    .life = {.open = adapter_open, .close = adapter_close},
    .run = dsm_launch,
    .large = true,
    .describe = refnuma_use_describe,
    .destroy = free,
};
