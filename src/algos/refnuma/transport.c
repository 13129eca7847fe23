/* transport.c: messages between ranks, by microshmem. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport.h"

#include <assert.h>
#include <stdlib.h>

#include "algos/microshmem/microshmem.h"

static_assert(sizeof(long) == sizeof(uint64_t), "bits of a meeting");

/* A tag is an offset in watched memory. */
struct rn_transport {
    struct microshmem *world;
    void *tags;
    rn_message_fn *receive;
    void *arg;
};

static void take(void *arg, int pe, size_t offset, const void *data,
                 size_t bytes)
{
    const struct rn_transport *t = arg;

    t->receive(t->arg, pe, (uint32_t)offset, data, bytes);
}

int rn_transport_open(MPI_Comm comm, rn_message_fn *receive, void *arg,
                      struct rn_transport **out)
{
    struct rn_transport *t = calloc(1, sizeof(*t));
    struct microshmem *before;
    int none = t == NULL, any = 1;
    int rc = MPI_Allreduce(&none, &any, 1, MPI_INT, MPI_MAX, comm);

    if (rc != MPI_SUCCESS || any) {
        free(t);
        return rc != MPI_SUCCESS ? rc : MPI_ERR_NO_MEM;
    }
    before = microshmem_select(NULL);
    microshmem_init_comm(comm);
    t->receive = receive;
    t->arg = arg;
    t->tags = microshmem_malloc(1);
    microshmem_watch(t->tags, take, t);
    t->world = microshmem_select(before);
    *out = t;
    return MPI_SUCCESS;
}

void rn_transport_close(struct rn_transport *t)
{
    struct microshmem *before;

    if (t == NULL)
        return;
    before = microshmem_select(t->world);
    microshmem_finalize();
    microshmem_select(before);
    free(t);
}

int rn_transport_put(struct rn_transport *t, int rank, uint32_t tag,
                     const void *data, size_t bytes)
{
    struct microshmem *before = microshmem_select(t->world);
    int rc = microshmem_post(t->tags, tag, data, bytes, rank);

    microshmem_select(before);
    return rc == 0 ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

uint32_t rn_transport_meet(struct rn_transport *t, uint32_t bits)
{
    struct microshmem *before = microshmem_select(t->world);
    uint32_t all = (uint32_t)microshmem_barrier_all_or(bits);

    microshmem_select(before);
    return all;
}

void rn_transport_exchange(struct rn_transport *t)
{
    struct microshmem *before = microshmem_select(t->world);

    microshmem_exchange();
    microshmem_select(before);
}

void rn_transport_info(const struct rn_transport *t, int64_t *neighbours,
                       int64_t *messages)
{
    struct microshmem *before = microshmem_select(t->world);
    struct microshmem_info m;

    microshmem_info(&m);
    microshmem_select(before);
    *neighbours = m.neighbours;
    *messages = m.messages;
}
