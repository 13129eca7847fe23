/* mock_calls.c: mock-ups: collectives made of other collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The calls are MPI_*, not PMPI_*, and on the communicator of the case: a
 * library in front of the MPI library carries them out as it does those of any
 * program. Copies between the memory of a mock-up and the buffers of the call
 * are part of the call.
 *
 * Where a reduction puts the ranks' blocks together, all other blocks are zero,
 * and the operation is MPI_BOR on MPI_BYTE: the result has the bits of the
 * block, whatever its data type is. A sum of zeros would turn -0.0 into 0.0.
 */
#include "adapters/mock.h"

#include <string.h>

/* Steps of a mock-up: the first error ends it. */
#define STEP(call)                                                             \
    do {                                                                       \
        int rc_ = (call);                                                      \
                                                                               \
        if (rc_ != MPI_SUCCESS)                                                \
            return rc_;                                                        \
    } while (0)

/* ---- parts of mock-ups --------------------------------------------------- */

/* Element i of a buffer. */
static void *at(const struct mock *m, void *buffer, MPI_Count i)
{
    return (unsigned char *)buffer + (size_t)i * m->extent;
}

static void copy(const struct mock *m, void *to, const void *from, MPI_Count n)
{
    memcpy(to, from, (size_t)n * m->extent);
}

/* Elements of a part of a block, rounded up. */
static int part_of(const struct op_args *a)
{
    return (int)((a->count + a->size - 1) / a->size);
}

/* The block cannot be cut into equal parts. */
static bool needs_padding(const struct op_args *a)
{
    return a->count % a->size != 0;
}

/* Gives the only block to the root, which may be another one than before. */
static void give_root(struct mock *m, const struct op_args *a)
{
    m->counts[m->root] = 0;
    m->counts[a->root] = (int)a->count;
    m->root = a->root;
}

/* Puts this rank's block among zeros; returns the bytes of all blocks. */
static int among_zeros(struct mock *m, const struct op_args *a)
{
    copy(m, at(m, m->whole, a->rank * a->count), a->sendbuf, a->count);
    return (int)(a->size * a->count) * (int)a->type_size;
}

/* ---- barrier, bcast ------------------------------------------------------ */

int barrier_allreduce(void *state, const struct op_args *a)
{
    const int one = 1;
    int sum;

    (void)state;
    return MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, a->comm);
}

int bcast_allgatherv(void *state, const struct op_args *a)
{
    struct mock *m = state;

    give_root(m, a);
    return MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, a->recvbuf,
                          m->counts, m->displs, a->type, a->comm);
}

/* Without padding, all parts are in the call's buffer from the start. */
int bcast_scatter_allgather(void *state, const struct op_args *a)
{
    struct mock *m = state;
    const int part = part_of(a);
    void *whole = needs_padding(a) ? m->whole : a->recvbuf;
    void *own = at(m, whole, (MPI_Count)a->rank * part);

    if (needs_padding(a) && a->rank == a->root)
        copy(m, whole, a->recvbuf, a->count);
    STEP(MPI_Scatter(whole, part, a->type,
                     a->rank == a->root ? MPI_IN_PLACE : own, part, a->type,
                     a->root, a->comm));
    STEP(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, whole, part, a->type,
                       a->comm));
    if (needs_padding(a) && a->rank != a->root)
        copy(m, a->recvbuf, whole, a->count);
    return MPI_SUCCESS;
}

/* ---- gather, scatter ----------------------------------------------------- */

int gather_allgather(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const int n = (int)a->count;

    return MPI_Allgather(a->sendbuf, n, a->type,
                         a->rank == a->root ? a->recvbuf : m->whole, n, a->type,
                         a->comm);
}

int gather_gatherv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Gatherv(a->sendbuf, (int)a->count, a->type, a->recvbuf,
                       m->counts, m->displs, a->type, a->root, a->comm);
}

int gather_reduce(void *state, const struct op_args *a)
{
    struct mock *m = state;
    const int bytes = among_zeros(m, a);

    return MPI_Reduce(m->whole, a->recvbuf, bytes, MPI_BYTE, MPI_BOR, a->root,
                      a->comm);
}

int scatter_bcast(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    void *whole = a->rank == a->root ? a->sendbuf : m->whole;

    STEP(MPI_Bcast(whole, a->size * (int)a->count, a->type, a->root, a->comm));
    copy(m, a->recvbuf, at(m, whole, a->rank * a->count), a->count);
    return MPI_SUCCESS;
}

int scatter_scatterv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Scatterv(a->sendbuf, m->counts, m->displs, a->type, a->recvbuf,
                        (int)a->count, a->type, a->root, a->comm);
}

/* ---- allgather, alltoall ------------------------------------------------- */

int allgather_gather_bcast(void *state, const struct op_args *a)
{
    const int n = (int)a->count;

    (void)state;
    STEP(
        MPI_Gather(a->sendbuf, n, a->type, a->recvbuf, n, a->type, 0, a->comm));
    return MPI_Bcast(a->recvbuf, a->size * n, a->type, 0, a->comm);
}

int allgather_allgatherv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Allgatherv(a->sendbuf, (int)a->count, a->type, a->recvbuf,
                          m->counts, m->displs, a->type, a->comm);
}

int allgather_alltoall(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const int n = (int)a->count;

    for (int i = 0; i < a->size; i++)
        copy(m, at(m, m->whole, (MPI_Count)i * n), a->sendbuf, n);
    return MPI_Alltoall(m->whole, n, a->type, a->recvbuf, n, a->type, a->comm);
}

int allgather_allreduce(void *state, const struct op_args *a)
{
    struct mock *m = state;
    const int bytes = among_zeros(m, a);

    return MPI_Allreduce(m->whole, a->recvbuf, bytes, MPI_BYTE, MPI_BOR,
                         a->comm);
}

int alltoall_alltoallv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Alltoallv(a->sendbuf, m->counts, m->displs, a->type, a->recvbuf,
                         m->counts, m->displs, a->type, a->comm);
}

/* ---- reduce -------------------------------------------------------------- */

int reduce_allreduce(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Allreduce(a->sendbuf, a->rank == a->root ? a->recvbuf : m->whole,
                         (int)a->count, a->type, a->op, a->comm);
}

/* The padded block is input first, and then, on the root, the result. */
int reduce_reduce_scatter_block_gather(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const int part = part_of(a);
    void *in = a->sendbuf, *out = a->recvbuf;

    if (needs_padding(a)) {
        in = out = m->whole;
        copy(m, in, a->sendbuf, a->count);
    }
    STEP(MPI_Reduce_scatter_block(in, m->part, part, a->type, a->op, a->comm));
    STEP(MPI_Gather(m->part, part, a->type, out, part, a->type, a->root,
                    a->comm));
    if (needs_padding(a) && a->rank == a->root)
        copy(m, a->recvbuf, out, a->count);
    return MPI_SUCCESS;
}

int reduce_reduce_scatter_gatherv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    STEP(MPI_Reduce_scatter(a->sendbuf, m->part, m->counts, a->type, a->op,
                            a->comm));
    return MPI_Gatherv(m->part, m->counts[a->rank], a->type, a->recvbuf,
                       m->counts, m->displs, a->type, a->root, a->comm);
}

int reduce_reduce_scatter(void *state, const struct op_args *a)
{
    struct mock *m = state;

    give_root(m, a);
    return MPI_Reduce_scatter(a->sendbuf, a->recvbuf, m->counts, a->type, a->op,
                              a->comm);
}

/* ---- allreduce ----------------------------------------------------------- */

int allreduce_reduce_bcast(void *state, const struct op_args *a)
{
    const int n = (int)a->count;

    (void)state;
    STEP(MPI_Reduce(a->sendbuf, a->recvbuf, n, a->type, a->op, 0, a->comm));
    return MPI_Bcast(a->recvbuf, n, a->type, 0, a->comm);
}

/* The padded block is input first, and then the result. */
int allreduce_reduce_scatter_block_allgather(void *state,
                                             const struct op_args *a)
{
    const struct mock *m = state;
    const int part = part_of(a);
    void *in = a->sendbuf, *out = a->recvbuf;

    if (needs_padding(a)) {
        in = out = m->whole;
        copy(m, in, a->sendbuf, a->count);
    }
    STEP(MPI_Reduce_scatter_block(in, m->part, part, a->type, a->op, a->comm));
    STEP(MPI_Allgather(m->part, part, a->type, out, part, a->type, a->comm));
    if (needs_padding(a))
        copy(m, a->recvbuf, out, a->count);
    return MPI_SUCCESS;
}

int allreduce_reduce_scatter_allgatherv(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    STEP(MPI_Reduce_scatter(a->sendbuf, m->part, m->counts, a->type, a->op,
                            a->comm));
    return MPI_Allgatherv(m->part, m->counts[a->rank], a->type, a->recvbuf,
                          m->counts, m->displs, a->type, a->comm);
}

/* ---- reduce_scatter_block, reduce_scatter, scan -------------------------- */

int reduce_scatter_block_reduce_scatter(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const int n = (int)a->count;

    STEP(MPI_Reduce(a->sendbuf, m->whole, a->size * n, a->type, a->op, 0,
                    a->comm));
    return MPI_Scatter(m->whole, n, a->type, a->recvbuf, n, a->type, 0,
                       a->comm);
}

int reduce_scatter_block_irregular(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    return MPI_Reduce_scatter(a->sendbuf, a->recvbuf, m->counts, a->type, a->op,
                              a->comm);
}

int reduce_scatter_block_allreduce(void *state, const struct op_args *a)
{
    const struct mock *m = state;

    STEP(MPI_Allreduce(a->sendbuf, m->whole, a->size * (int)a->count, a->type,
                       a->op, a->comm));
    copy(m, a->recvbuf, at(m, m->whole, a->rank * a->count), a->count);
    return MPI_SUCCESS;
}

int reduce_scatter_allreduce(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const struct side *blocks = &a->send;

    STEP(MPI_Allreduce(a->sendbuf, m->whole, (int)blocks->span, a->type, a->op,
                       a->comm));
    copy(m, a->recvbuf, at(m, m->whole, blocks->displs[a->rank]),
         blocks->counts[a->rank]);
    return MPI_SUCCESS;
}

int reduce_scatter_reduce_scatterv(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const struct side *blocks = &a->send;

    STEP(MPI_Reduce(a->sendbuf, m->whole, (int)blocks->span, a->type, a->op, 0,
                    a->comm));
    return MPI_Scatterv(m->whole, blocks->icounts, blocks->idispls, a->type,
                        a->recvbuf, blocks->icounts[a->rank], a->type, 0,
                        a->comm);
}

/* Rank 0 has its own block only, and MPI_Exscan leaves it nothing. */
int scan_exscan_reduce_local(void *state, const struct op_args *a)
{
    const struct mock *m = state;
    const int n = (int)a->count;

    STEP(MPI_Exscan(a->sendbuf, a->recvbuf, n, a->type, a->op, a->comm));
    if (a->rank > 0)
        return MPI_Reduce_local(a->sendbuf, a->recvbuf, n, a->type, a->op);
    copy(m, a->recvbuf, a->sendbuf, n);
    return MPI_SUCCESS;
}
