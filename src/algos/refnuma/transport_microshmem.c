/* transport_microshmem.c: letters by microshmem, which is MPI-1. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * A box is an offset in watched memory. An error of MPI and a lack of memory
 * for what arrives end the program, as they do in microshmem.
 */
#include "algos/refnuma/transport.h"

#include <assert.h>
#include <stdlib.h>

#include "algos/microshmem/microshmem.h"

static_assert(sizeof(long) == sizeof(uint64_t), "bits of a meeting");

struct rn_transport {
    const struct rn_transport_kind *kind;
    struct microshmem *world;
    void *boxes;
    rn_letter_fn *letter;
    void *arg;
    uint32_t bits; /* of a meeting that was begun */
};

static void take(void *arg, int pe, size_t offset, const void *data,
                 size_t bytes)
{
    const struct rn_transport *t = arg;

    t->letter(t->arg, pe, (uint32_t)offset, data, bytes);
}

static int micro_open(MPI_Comm comm, rn_letter_fn *letter, void *arg,
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
    t->kind = &rn_transport_microshmem;
    t->letter = letter;
    t->arg = arg;
    t->boxes = microshmem_malloc(1);
    microshmem_watch(t->boxes, take, t);
    t->world = microshmem_select(before);
    *out = t;
    return MPI_SUCCESS;
}

static void micro_close(struct rn_transport *t)
{
    struct microshmem *before;

    if (t == NULL)
        return;
    before = microshmem_select(t->world);
    microshmem_finalize();
    microshmem_select(before);
    free(t);
}

static int micro_put(struct rn_transport *t, int rank, uint32_t box,
                     const void *data, size_t bytes)
{
    struct microshmem *before = microshmem_select(t->world);
    int rc = microshmem_post(t->boxes, box, data, bytes, rank);

    microshmem_select(before);
    return rc == 0 ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

static int micro_meet(struct rn_transport *t, uint32_t bits, uint32_t *all)
{
    struct microshmem *before = microshmem_select(t->world);

    *all = (uint32_t)microshmem_barrier_all_or(bits);
    microshmem_select(before);
    return MPI_SUCCESS;
}

/* MPI-1 has no reduction in two halves. */
static int micro_meet_begin(struct rn_transport *t, uint32_t bits)
{
    t->bits = bits;
    return MPI_SUCCESS;
}

static int micro_meet_end(struct rn_transport *t, uint32_t *all)
{
    return micro_meet(t, t->bits, all);
}

static int micro_exchange(struct rn_transport *t)
{
    struct microshmem *before = microshmem_select(t->world);

    microshmem_exchange();
    microshmem_select(before);
    return MPI_SUCCESS;
}

static void micro_info(const struct rn_transport *t,
                       struct rn_transport_info *info)
{
    struct microshmem *before = microshmem_select(t->world);
    struct microshmem_info m;

    microshmem_info(&m);
    microshmem_select(before);
    info->neighbours = m.neighbours;
    info->messages = m.messages;
}

const struct rn_transport_kind rn_transport_microshmem = {
    .name = "microshmem",
    .open = micro_open,
    .close = micro_close,
    .put = micro_put,
    .meet = micro_meet,
    .meet_begin = micro_meet_begin,
    .meet_end = micro_meet_end,
    .exchange = micro_exchange,
    .info = micro_info,
};
