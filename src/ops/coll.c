/* coll.c: the MPI library's collectives, a short function and a row each. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"
#include <limits.h>
#include "ops/op.h"

static op_run_fn bcast_run, allreduce_run, barrier_run;
static void from_root(const struct op_args *a, int block, int *src_rank,
                      int *src_block);
static void from_all(const struct op_args *a, int block, int *src_rank,
                     int *src_block);

const struct op op_bcast = {
    .name = "bcast",
    .help = "MPI_Bcast",
    .flags = OP_ROOTED,
    .recvext = EXT_ONE,
    .run = bcast_run,
    .source = from_root,
};

const struct op op_allreduce = {
    .name = "allreduce",
    .help = "MPI_Allreduce",
    .flags = OP_REDUCTION,
    .sendext = EXT_ONE,
    .recvext = EXT_ONE,
    .run = allreduce_run,
    .source = from_all,
};

const struct op op_barrier = {
    .name = "barrier",
    .help = "MPI_Barrier",
    .flags = OP_NODATA,
    .run = barrier_run,
};

/*
 * Counts that an int holds take the call everybody uses; larger ones the
 * MPI-4 call where the library has it, else they are refused on every rank.
 */
#ifdef HAVE_MPI_BCAST_C
#define BCAST_LARGE MPI_Bcast_c
#define ALLREDUCE_LARGE MPI_Allreduce_c
#else
#define BCAST_LARGE(...) MPI_ERR_COUNT
#define ALLREDUCE_LARGE(...) MPI_ERR_COUNT
#endif

static int bcast_run(void *state, const struct op_args *a)
{
    (void)state;
    if (a->count > INT_MAX)
        return BCAST_LARGE(a->recvbuf, a->count, a->type, a->root, a->comm);
    return MPI_Bcast(a->recvbuf, (int)a->count, a->type, a->root, a->comm);
}

static int allreduce_run(void *state, const struct op_args *a)
{
    (void)state;
    if (a->count > INT_MAX)
        return ALLREDUCE_LARGE(a->sendbuf, a->recvbuf, a->count, a->type,
                               a->op, a->comm);
    return MPI_Allreduce(a->sendbuf, a->recvbuf, (int)a->count, a->type, a->op,
                         a->comm);
}

static int barrier_run(void *state, const struct op_args *a)
{
    (void)state;
    return MPI_Barrier(a->comm);
}

static void from_root(const struct op_args *a, int block, int *src_rank,
                      int *src_block)
{
    *src_rank = a->root;
    *src_block = block;
}

static void from_all(const struct op_args *a, int block, int *src_rank,
                     int *src_block)
{
    *src_rank = a->rank;
    *src_block = block;
}
