/* shmbcast_coll.c: the collectives of libshmbcast other than the broadcast. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "adapters/adapters.h"
#include "adapters/shmbcast_common.h"
#include "algos/shmbcast/shmbcast_coll.h"

static int create(MPI_Comm comm, const void *params, void **state, char **cause)
{
    struct shmbcast_failure failure;
    struct shmbcast_auto *h;
    int rc = shmbcast_can_wait(cause);

    (void)params;
    if (rc != MPI_SUCCESS)
        return rc;
    rc = shmbcast_auto_create_why(comm, NULL, &h, &failure);
    if (rc != MPI_SUCCESS)
        return shmbcast_failed(&failure, cause);
    *state = h;
    return MPI_SUCCESS;
}

static void destroy(void *state)
{
    struct shmbcast_auto *h = state;

    shmbcast_auto_free(&h);
}

static int barrier(void *state, const struct op_args *a)
{
    (void)a;
    return shmbcast_auto_barrier(state);
}

static int allreduce(void *state, const struct op_args *a)
{
    return shmbcast_auto_allreduce(a->sendbuf, a->recvbuf, a->count, a->type,
                                   a->op, state);
}

static int reduce(void *state, const struct op_args *a)
{
    return shmbcast_auto_reduce(a->sendbuf, a->recvbuf, a->count, a->type,
                                a->op, a->root, state);
}

static int allgather(void *state, const struct op_args *a)
{
    return shmbcast_auto_allgather(a->sendbuf, a->count, a->type, a->recvbuf,
                                   a->count, a->type, state);
}

#define SHM(function)                                                          \
    {                                                                          \
        .name = "shm", .op = #function,                                        \
        .help = "through shared memory, by the slots and rings of "            \
                "shmbcast-auto",                                               \
        .create = create, .run = function, .large = true, .destroy = destroy,  \
    }

const struct algo algo_shm_barrier = SHM(barrier),
                  algo_shm_allreduce = SHM(allreduce),
                  algo_shm_reduce = SHM(reduce),
                  algo_shm_allgather = SHM(allgather);
