/* microshmem.c: microshmem as an algorithm of microshmem-put. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>
#include "algos/microshmem/microshmem.h"
#include "dsm/memory.h"
#include "dsm/put.h"
#include "dsm/table.h"
#include "lib/xmalloc.h"
#include "mpi/agree.h"

/* Simulated ranks share the library's global "current world", so each rank
 * selects its own before every call. */
struct adapter {
    struct microshmem *world;
    struct microshmem_info since;
    struct put p;
    struct dsm_memory source;
};

/* If out of memory, the library ends the program. It needs COPIES times the
 * size of the message: for the target, for sending, and for receiving. */
enum { COPIES = 3, FRAME = 64 };

/* Checks that all ranks have that much memory, and allocates the source. */
static int memory_open(struct adapter *s, MPI_Comm comm, char **cause)
{
    struct dsm_memory others;
    int rc = dsm_memory_private(&s->source, s->p.bytes, cause), later;

    later = dsm_memory_private(&others, COPIES * (s->p.bytes + FRAME), cause);
    rc = agree_code(comm, rc != MPI_SUCCESS ? rc : later);
    dsm_memory_close(&others);
    return rc;
}

static int adapter_open(void **state, struct op_args *a, char **cause)
{
    struct adapter *s = xcalloc(1, sizeof(*s));
    int rc;

    *state = s;
    s->source = DSM_MEMORY_NONE;
    put_open(&s->p, a);
    rc = memory_open(s, a->comm, cause);
    if (rc != MPI_SUCCESS)
        return rc;
    s->p.source = s->source.base;
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
    if (s->world != NULL) {
        microshmem_select(s->world);
        microshmem_finalize(); /* frees the target, too */
    }
    dsm_memory_close(&s->source);
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
    s->p.pass.account.sent = (double)(now.bytes - s->since.bytes);
    s->p.pass.account.messages = (double)(now.messages - s->since.messages);
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
