/* calls.c: runs mock-ups, which are collectives built from other
 * collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
/* The calls are MPI_* rather than PMPI_*, on the communicator of the case, so
 * that a library in front of the MPI library sees them like any program's
 * calls. Copies between a mock-up's memory and the buffers of the call are part
 * of the call. Reductions that collect the ranks' blocks use MPI_BOR on
 * MPI_BYTE, with 0 in all blocks that are not the rank's own.
 *
 * So the result has exactly the bits of each block, for every data type. A sum
 * with zeros would turn -0.0 into 0.0. */
#include "adapters/mock/mock.h"

#include <string.h>

/* ---- parts of mock-ups --------------------------------------------------- */

/* Returns the address of element i of a buffer. */
static void *at(const struct mock *m, void *buffer, MPI_Count i)
{
    return (unsigned char *)buffer + (size_t)i * m->extent;
}

/* Copies n elements. Always returns MPI_SUCCESS. */
static int copy(const struct mock *m, void *to, const void *from, MPI_Count n)
{
    memcpy(to, from, (size_t)n * m->extent);
    return MPI_SUCCESS;
}

/* Copies this rank's block of `whole` to the receive buffer. */
static int take_own(const struct mock *m, const struct op_args *a, void *whole)
{
    return copy(m, a->recvbuf, at(m, whole, a->rank * a->count), a->count);
}

/* Returns the rounded-up length of a part if a block is cut into one part per
 * rank. */
static int part_of(const struct op_args *a)
{
    return (int)((a->count + a->size - 1) / a->size);
}

/* Returns the buffer, or the mock-up's memory if equal parts require
 * padding. */
static void *padded(const struct mock *m, const struct op_args *a, void *buffer)
{
    return a->count % a->size != 0 ? m->whole : buffer;
}

/* Returns the input, padded. */
static void *padded_input(const struct mock *m, const struct op_args *a,
                          void *buffer)
{
    void *to = padded(m, a, buffer);

    if (to != buffer)
        copy(m, to, buffer, a->count);
    return to;
}

/* Copies the result from padded memory to the receive buffer. */
static int unpad(const struct mock *m, const struct op_args *a)
{
    return padded(m, a, a->recvbuf) == a->recvbuf
               ? MPI_SUCCESS
               : copy(m, a->recvbuf, m->whole, a->count);
}

/* Gives the only block to the root, which may differ from call to call. Returns
 * the counts. */
static int *give_root(struct mock *m, const struct op_args *a)
{
    m->counts[m->root] = 0;
    m->counts[a->root] = (int)a->count;
    m->root = a->root;
    return m->counts;
}

/* Copies this rank's block to its place in m->whole, where all other blocks are
 * 0. Returns the size of all blocks in bytes. */
static int among_zeros(const struct mock *m, const struct op_args *a)
{
    copy(m, at(m, m->whole, a->rank * a->count), a->sendbuf, a->count);
    return (int)(a->size * a->count) * (int)a->type_size;
}

/* Returns p copies of this rank's block. */
static void *copies(const struct mock *m, const struct op_args *a)
{
    for (int i = 0; i < a->size; i++)
        copy(m, at(m, m->whole, i * a->count), a->sendbuf, a->count);
    return m->whole;
}

/* Returns the buffer on the root, and the mock-up's memory on other ranks. */
static void *at_root(const struct mock *m, const struct op_args *a,
                     void *buffer)
{
    return a->rank == a->root ? buffer : m->whole;
}

/* ---- mock-ups ------------------------------------------------------------ */

/* Arguments of the calls. */
#define N (int)a->count
#define PART part_of(a)
#define SEND a->sendbuf
#define RECV a->recvbuf
#define TYPE a->type
#define OP a->op
#define ROOT a->root
#define COMM a->comm
#define BLOCKS m->counts, m->displs
#define IN_PLACE MPI_IN_PLACE, 0, MPI_DATATYPE_NULL

/* A mock-up of up to three steps. It ends at the first error. */
#define STEPS(name, first, second, third)                                      \
    int name(void *state, const struct op_args *a)                             \
    {                                                                          \
        struct mock *m = state;                                                \
        int rc = first;                                                        \
                                                                               \
        (void)m;                                                               \
        if (rc == MPI_SUCCESS)                                                 \
            rc = second;                                                       \
        return rc != MPI_SUCCESS ? rc : third;                                 \
    }
#define TWO(name, first, second) STEPS(name, first, second, MPI_SUCCESS)
#define ONE(name, call) STEPS(name, call, MPI_SUCCESS, MPI_SUCCESS)

ONE(barrier_allreduce,
    MPI_Allreduce(&(int){1}, &(int){0}, 1, MPI_INT, MPI_SUM, COMM))

ONE(bcast_allgatherv,
    MPI_Allgatherv(IN_PLACE, RECV, give_root(m, a), m->displs, TYPE, COMM))
STEPS(bcast_scatter_allgather,
      a->rank == ROOT
          ? MPI_Scatter(padded_input(m, a, RECV), PART, TYPE, MPI_IN_PLACE,
                        PART, TYPE, ROOT, COMM)
          : MPI_Scatter(NULL, PART, TYPE,
                        at(m, padded(m, a, RECV), (MPI_Count)a->rank *PART),
                        PART, TYPE, ROOT, COMM),
      MPI_Allgather(IN_PLACE, padded(m, a, RECV), PART, TYPE, COMM),
      a->rank == ROOT ? MPI_SUCCESS : unpad(m, a))

ONE(gather_allgather,
    MPI_Allgather(SEND, N, TYPE, at_root(m, a, RECV), N, TYPE, COMM))
ONE(gather_gatherv, MPI_Gatherv(SEND, N, TYPE, RECV, BLOCKS, TYPE, ROOT, COMM))
ONE(gather_reduce, MPI_Reduce(m->whole, RECV, among_zeros(m, a), MPI_BYTE,
                              MPI_BOR, ROOT, COMM))

TWO(scatter_bcast, MPI_Bcast(at_root(m, a, SEND), a->size *N, TYPE, ROOT, COMM),
    take_own(m, a, at_root(m, a, SEND)))
ONE(scatter_scatterv,
    MPI_Scatterv(SEND, BLOCKS, TYPE, RECV, N, TYPE, ROOT, COMM))

TWO(allgather_gather_bcast, MPI_Gather(SEND, N, TYPE, RECV, N, TYPE, 0, COMM),
    MPI_Bcast(RECV, a->size *N, TYPE, 0, COMM))
ONE(allgather_allgatherv,
    MPI_Allgatherv(SEND, N, TYPE, RECV, BLOCKS, TYPE, COMM))
ONE(allgather_alltoall,
    MPI_Alltoall(copies(m, a), N, TYPE, RECV, N, TYPE, COMM))
ONE(allgather_allreduce,
    MPI_Allreduce(m->whole, RECV, among_zeros(m, a), MPI_BYTE, MPI_BOR, COMM))

ONE(alltoall_alltoallv,
    MPI_Alltoallv(SEND, BLOCKS, TYPE, RECV, BLOCKS, TYPE, COMM))

ONE(reduce_allreduce,
    MPI_Allreduce(SEND, at_root(m, a, RECV), N, TYPE, OP, COMM))
STEPS(reduce_reduce_scatter_block_gather,
      MPI_Reduce_scatter_block(padded_input(m, a, SEND), m->part, PART, TYPE,
                               OP, COMM),
      MPI_Gather(m->part, PART, TYPE, padded(m, a, RECV), PART, TYPE, ROOT,
                 COMM),
      a->rank == ROOT ? unpad(m, a) : MPI_SUCCESS)
TWO(reduce_reduce_scatter_gatherv,
    MPI_Reduce_scatter(SEND, m->part, m->counts, TYPE, OP, COMM),
    MPI_Gatherv(m->part, m->counts[a->rank], TYPE, RECV, BLOCKS, TYPE, ROOT,
                COMM))
ONE(reduce_reduce_scatter,
    MPI_Reduce_scatter(SEND, RECV, give_root(m, a), TYPE, OP, COMM))

TWO(allreduce_reduce_bcast, MPI_Reduce(SEND, RECV, N, TYPE, OP, 0, COMM),
    MPI_Bcast(RECV, N, TYPE, 0, COMM))
STEPS(allreduce_reduce_scatter_block_allgather,
      MPI_Reduce_scatter_block(padded_input(m, a, SEND), m->part, PART, TYPE,
                               OP, COMM),
      MPI_Allgather(m->part, PART, TYPE, padded(m, a, RECV), PART, TYPE, COMM),
      unpad(m, a))
TWO(allreduce_reduce_scatter_allgatherv,
    MPI_Reduce_scatter(SEND, m->part, m->counts, TYPE, OP, COMM),
    MPI_Allgatherv(m->part, m->counts[a->rank], TYPE, RECV, BLOCKS, TYPE, COMM))

TWO(reduce_scatter_block_reduce_scatter,
    MPI_Reduce(SEND, m->whole, a->size *N, TYPE, OP, 0, COMM),
    MPI_Scatter(m->whole, N, TYPE, RECV, N, TYPE, 0, COMM))
ONE(reduce_scatter_block_irregular,
    MPI_Reduce_scatter(SEND, RECV, m->counts, TYPE, OP, COMM))
TWO(reduce_scatter_block_allreduce,
    MPI_Allreduce(SEND, m->whole, a->size *N, TYPE, OP, COMM),
    take_own(m, a, m->whole))

TWO(reduce_scatter_allreduce,
    MPI_Allreduce(SEND, m->whole, (int)a->send.span, TYPE, OP, COMM),
    copy(m, RECV, at(m, m->whole, a->send.displs[a->rank]),
         a->send.counts[a->rank]))
TWO(reduce_scatter_reduce_scatterv,
    MPI_Reduce(SEND, m->whole, (int)a->send.span, TYPE, OP, 0, COMM),
    MPI_Scatterv(m->whole, a->send.icounts, a->send.idispls, TYPE, RECV,
                 a->send.icounts[a->rank], TYPE, 0, COMM))

/* MPI_Exscan has no result on rank 0. */
TWO(scan_exscan_reduce_local, MPI_Exscan(SEND, RECV, N, TYPE, OP, COMM),
    a->rank > 0 ? MPI_Reduce_local(SEND, RECV, N, TYPE, OP)
                : copy(m, RECV, SEND, N))
