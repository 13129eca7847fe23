/* coll.c: replaces MPI_Barrier, MPI_Allreduce, MPI_Reduce and MPI_Allgather. */
/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * On several nodes a barrier and an allreduce have three steps: shared memory
 * within each node, the MPI library between the leaders of the nodes, and
 * shared memory again. The others are left to the MPI library there.
 */
#include "config.h"

#include "../shmbcast_coll.h"
#include "algos/preload/reducible.h"
#include "operation.h"

/* [place]: where the result of this rank's input goes. If both are the same,
 * Open MPI works as if the program had given MPI_IN_PLACE. */
static bool good_input(const struct call *c, const void *place)
{
    return c->sendbuf == MPI_IN_PLACE ||
           (operation_good(c->sendbuf, c->sendcount, c->sendtype) &&
            !(c->sendcount > 0 && c->sendbuf == place && mpi_is_strict()));
}

/* ---- barrier ------------------------------------------------------------ */

static int native_barrier(const struct call *call, bool own)
{
    return OPERATION_NEXT(Barrier)(call->comm);
}

static int inside_barrier(struct shmbcast_auto *h, const struct call *call)
{
    (void)call;
    return shmbcast_auto_barrier(h);
}

static int across_barrier(const struct channel *ch, const struct call *call)
{
    int rc = MPI_SUCCESS;

    (void)call;
    (void)shmbcast_auto_barrier(ch->shared); /* does nothing with NULL */
    if (ch->nodes.leaders != MPI_COMM_NULL)
        rc = PMPI_Barrier(ch->nodes.leaders);
    (void)shmbcast_auto_barrier(ch->shared);
    return rc;
}

static const struct operation barrier = {
    OPERATION_BARRIER, true,           NULL,
    native_barrier,    inside_barrier, across_barrier};

int MPI_Barrier(MPI_Comm comm)
{
    return OPERATION_CALL(&barrier, false, NULL, 0, MPI_BYTE, NULL, 0, MPI_BYTE,
                          MPI_OP_NULL, 0, comm);
}

FORTRAN_BARRIER(MPI_Barrier)

/* ---- reductions --------------------------------------------------------- */

static bool good_reduction(const struct call *c, const struct channel *ch)
{
    bool all = c->what->number == OPERATION_ALLREDUCE;
    bool gets = all || c->root == ch->rank;

    return (all || (c->root >= 0 && c->root < ch->size)) &&
           reducible(c->op, c->type) &&
           (gets ? operation_good(c->buf, c->count, c->type)
                 : c->sendbuf != MPI_IN_PLACE) &&
           good_input(c, gets ? c->buf : NULL);
}

static int native_allreduce(const struct call *call, bool own)
{
    return OPERATION_NATIVE(Allreduce, call->sendbuf, call->buf, call->count,
                            call->type, call->op, call->comm);
}

static int inside_allreduce(struct shmbcast_auto *h, const struct call *c)
{
    return shmbcast_auto_allreduce(c->sendbuf, c->buf, c->count, c->type, c->op,
                                   h);
}

/* All steps follow even after an error, so that all ranks make the same
 * calls. */
static int across_allreduce(const struct channel *ch, const struct call *call)
{
    struct shmbcast_auto *h = ch->shared;
    struct call c = *call;
    bool leads = ch->nodes.leaders != MPI_COMM_NULL;
    int one = MPI_SUCCESS, two = MPI_SUCCESS, three = MPI_SUCCESS;

    c.comm = ch->nodes.leaders;
    if (h != NULL) {
        if (!leads && c.sendbuf == MPI_IN_PLACE)
            c.sendbuf = c.buf;
        one =
            shmbcast_auto_reduce(c.sendbuf, c.buf, c.count, c.type, c.op, 0, h);
        c.sendbuf = MPI_IN_PLACE;
    }
    if (leads)
        two = native_allreduce(&c, true);
    if (h != NULL)
        three = shmbcast_auto_bcast(c.buf, c.count, c.type, 0, h);
    return one != MPI_SUCCESS ? one : two != MPI_SUCCESS ? two : three;
}

static const struct operation allreduce = {
    OPERATION_ALLREDUCE, true,
    good_reduction,      native_allreduce,
    inside_allreduce,    across_allreduce};

#define ALLREDUCE(name, COUNT, large)                                          \
    int name(const void *sendbuf, void *recvbuf, COUNT count,                  \
             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm)                  \
    {                                                                          \
        return OPERATION_CALL(&allreduce, large, sendbuf, count, datatype,     \
                              recvbuf, count, datatype, op, 0, comm);          \
    }
OPERATION_ENTRIES(ALLREDUCE, Allreduce)

static int native_reduce(const struct call *call, bool own)
{
    return OPERATION_NATIVE(Reduce, call->sendbuf, call->buf, call->count,
                            call->type, call->op, call->root, call->comm);
}

static int inside_reduce(struct shmbcast_auto *h, const struct call *c)
{
    return shmbcast_auto_reduce(c->sendbuf, c->buf, c->count, c->type, c->op,
                                c->root, h);
}

static const struct operation reduce = {
    OPERATION_REDUCE, true, good_reduction, native_reduce, inside_reduce, NULL};

#define REDUCE(name, COUNT, large)                                             \
    int name(const void *sendbuf, void *recvbuf, COUNT count,                  \
             MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm)        \
    {                                                                          \
        return OPERATION_CALL(&reduce, large, sendbuf, count, datatype,        \
                              recvbuf, count, datatype, op, root, comm);       \
    }
OPERATION_ENTRIES(REDUCE, Reduce)

/* ---- allgather ---------------------------------------------------------- */

static bool good_allgather(const struct call *c, const struct channel *ch)
{
    MPI_Count lb, extent = 0;

    if (!operation_good(c->buf, c->count, c->type))
        return false;
    AS_COUNT(PMPI_Type_get_extent)(c->type, &lb, &extent);
    return good_input(c, (char *)c->buf + ch->rank * c->count * extent);
}

static int native_allgather(const struct call *call, bool own)
{
    return OPERATION_NATIVE(Allgather, call->sendbuf, call->sendcount,
                            call->sendtype, call->buf, call->count, call->type,
                            call->comm);
}

static int inside_allgather(struct shmbcast_auto *h, const struct call *c)
{
    return shmbcast_auto_allgather(c->sendbuf, c->sendcount, c->sendtype,
                                   c->buf, c->count, c->type, h);
}

static const struct operation allgather = {
    OPERATION_ALLGATHER, true, good_allgather, native_allgather,
    inside_allgather,    NULL};

#define ALLGATHER(name, COUNT, large)                                          \
    int name(const void *sendbuf, COUNT sendcount, MPI_Datatype sendtype,      \
             void *recvbuf, COUNT recvcount, MPI_Datatype recvtype,            \
             MPI_Comm comm)                                                    \
    {                                                                          \
        return OPERATION_CALL(&allgather, large, sendbuf, sendcount, sendtype, \
                              recvbuf, recvcount, recvtype, MPI_OP_NULL, 0,    \
                              comm);                                           \
    }
OPERATION_ENTRIES(ALLGATHER, Allgather)

/* ---- Fortran ------------------------------------------------------------- */

#ifdef FORTRAN_NAMES
FORTRAN_REDUCTION(allreduce, ALLREDUCE, MPI_Allreduce)
FORTRAN_REDUCE(MPI_Reduce)
FORTRAN_ALLGATHER(MPI_Allgather)
#endif
