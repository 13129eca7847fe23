/* microshmem_put.c: microshmem as an algorithm of microshmem-put. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "adapters/adapters.h"
#include "algos/microshmem/microshmem.h"
#include "lib/xmalloc.h"
#include "ops/put.h"

/* Simulated ranks share what the library calls the current world, so that each
 * selects its own ahead of every call. */
struct adapter {
    struct microshmem *world;
    struct microshmem_info since;
    struct put p;
};

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = xcalloc(1, sizeof(*s));

    (void)cause;
    *state = s;
    put_open(&s->p, a);
    s->p.source = xcalloc(s->p.bytes + 1, 1);
    microshmem_init_comm(a->comm);
    s->p.target = microshmem_malloc(s->p.bytes + 1);
    microshmem_info(&s->since);
    s->world = microshmem_select(NULL);
    return MPI_SUCCESS;
}

static void adapter_close(void *state, struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    microshmem_select(s->world);
    microshmem_finalize(); /* with the target */
    free(s->p.source);
    free(s);
}

static int adapter_run(void *state, const struct op_args *a)
{
    struct adapter *s = state;

    (void)a;
    microshmem_select(s->world);
    microshmem_putmem(s->p.target, s->p.source, s->p.bytes, s->p.to);
    microshmem_barrier_all();
    return MPI_SUCCESS;
}

static int adapter_after(void *state, const struct op_args *a)
{
    struct adapter *s = state;
    struct microshmem_info now;

    (void)a;
    microshmem_select(s->world);
    microshmem_info(&now);
    s->p.sent = (double)(now.bytes - s->since.bytes);
    s->p.messages = (double)(now.messages - s->since.messages);
    s->since = now;
    return MPI_SUCCESS;
}

const struct algo algo_microshmem_put = {
    .name = "microshmem",
    .op = "microshmem-put",
    .help = "microshmem: putmem and barrier_all, over MPI-1 messages",
    .life = {.open = adapter_open,
             .after = adapter_after,
             .close = adapter_close},
    .run = adapter_run,
    .large = true,
};
