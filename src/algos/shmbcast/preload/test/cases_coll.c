/* cases_coll.c: barrier, allreduce, reduce and allgather. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "../../auto/handle.h"
#include "coll_double.h"
#include "preload_test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* auto_coll.c compares shmbcast_auto_* with MPI_*. Here these are renamed to
 * the functions below, which the library replaces, and to PMPI_*. */
static struct {
    struct shmbcast_auto h; /* whose ways auto_coll.c changes, without effect */
    MPI_Comm comm;
} handle;

struct shmbcast_auto *double_handle(struct engine *e)
{
    handle.comm = e->comm;
    return &handle.h;
}

static MPI_Comm comm_of(struct shmbcast_auto *h)
{
    (void)h;
    return handle.comm;
}

int double_bcast(void *buf, MPI_Count count, MPI_Datatype type, int root,
                 struct shmbcast_auto *h)
{
    return MPI_Bcast(buf, (int)count, type, root, comm_of(h));
}

int double_barrier(struct shmbcast_auto *h)
{
    return MPI_Barrier(comm_of(h));
}

int double_allreduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                     MPI_Datatype type, MPI_Op op, struct shmbcast_auto *h)
{
    return MPI_Allreduce(sendbuf, recvbuf, (int)count, type, op, comm_of(h));
}

int double_reduce(const void *sendbuf, void *recvbuf, MPI_Count count,
                  MPI_Datatype type, MPI_Op op, int root,
                  struct shmbcast_auto *h)
{
    return MPI_Reduce(sendbuf, recvbuf, (int)count, type, op, root, comm_of(h));
}

int double_allgather(const void *sendbuf, MPI_Count sendcount,
                     MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, struct shmbcast_auto *h)
{
    return MPI_Allgather(sendbuf, (int)sendcount, sendtype, recvbuf,
                         (int)recvcount, recvtype, comm_of(h));
}

/* [n] times: a barrier, and a reduction to each rank and to all, and the blocks
 * of all. 4 calls each time. */
static void some(MPI_Comm comm, int n)
{
    int rank, size, *all;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    all = test_alloc((size_t)size * sizeof(*all));
    for (int i = 0; i < n; i++) {
        int mine = rank + i, sum = -1, root = i % size;
        int expected = size * (size - 1) / 2 + size * i;

        MPI_Barrier(comm);
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm);
        EXPECT(sum == expected);
        sum = -1;
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, root, comm);
        EXPECT(sum == (rank == root ? expected : -1));
        MPI_Allgather(&mine, 1, MPI_INT, all, 1, MPI_INT, comm);
        for (int k = 0; k < size; k++)
            EXPECT(all[k] == k + i);
    }
    free(all);
}

/* 10 communicators: on each 9 native calls, of any operation, and 11 others. */
void case_coll_many(void)
{
    for (int i = 0; i < 10; i++) {
        MPI_Comm comm;

        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        some(comm, 5);
        MPI_Comm_free(&comm);
    }
}

static void *thread_main(void *comm)
{
    some(*(MPI_Comm *)comm, 25);
    return NULL;
}

/* Three threads with a communicator each: 9 native calls, 91 others. */
void case_coll_threads(void)
{
    MPI_Comm comms[3];
    pthread_t threads[3];
    int level;

    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE) {
        test_skip("this MPI has no MPI_THREAD_MULTIPLE");
        return;
    }
    for (int i = 0; i < 3; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < 3; i++)
        EXPECT(pthread_create(&threads[i], NULL, thread_main, &comms[i]) == 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++)
        MPI_Comm_free(&comms[i]);
}

/* Between even and odd ranks: 12 barriers and reductions of the others'
 * numbers. */
void case_coll_inter(void)
{
    MPI_Comm half, inter;
    int odd = test_rank % 2, sum, others = 0;

    MPI_Comm_split(MPI_COMM_WORLD, odd, test_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, !odd, 1, &inter);
    for (int i = !odd; i < test_size; i += 2)
        others += i;
    for (int i = 0; i < 12; i++) {
        MPI_Barrier(inter);
        MPI_Allreduce(&test_rank, &sum, 1, MPI_INT, MPI_SUM, inter);
        EXPECT(sum == others);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* The functions for large counts: 9 native calls, 3 others. */
void case_coll_large(void)
{
#ifdef HAVE_MPI_LARGE_COUNTS
    int x[3] = {test_rank, 1, 2}, sums[3] = {0};
    int *all = test_alloc((size_t)test_size * 3 * sizeof(*all));

    test_warm(MPI_COMM_WORLD);
    MPI_Allreduce_c(x, sums, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT(sums[0] == test_size * (test_size - 1) / 2 &&
           sums[2] == 2 * test_size);
    MPI_Reduce_c(x, sums, 3, MPI_INT, MPI_MAX, 1, MPI_COMM_WORLD);
    EXPECT(test_rank != 1 || (sums[0] == test_size - 1 && sums[2] == 2));
    MPI_Allgather_c(x, 3, MPI_INT, all, 3, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < test_size; i++)
        EXPECT(all[3 * i] == i && all[3 * i + 2] == 2);
    free(all);
#endif
}

static void first(void *in, void *inout, int *n, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, (size_t)*n * sizeof(int));
}

/* Allreduces of sizes up to some pieces, in place and not: 9 native calls, 6
 * that commute, 1 that does not. */
void case_coll_across(void)
{
    enum { MOST = 60001 };
    int *in = test_alloc(MOST * sizeof(*in)),
        *out = test_alloc(MOST * sizeof(*out));
    MPI_Op op;

    test_warm(MPI_COMM_WORLD);
    for (int n = 1; n <= MOST; n += MOST / 2) {
        int wrong = 0;

        for (int i = 0; i < n; i++)
            in[i] = out[i] = i + test_rank;
        MPI_Allreduce(MPI_IN_PLACE, out, n, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            wrong += out[i] != i + test_size - 1;
        MPI_Allreduce(in, out, n, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        for (int i = 0; i < n; i++)
            wrong +=
                out[i] != test_size * i + test_size * (test_size - 1) / 2 ||
                in[i] != i + test_rank;
        EXPECT(wrong == 0);
    }
    MPI_Op_create(first, 0, &op);
    MPI_Allreduce(in, out, MOST, MPI_INT, op, MPI_COMM_WORLD);
    EXPECT(out[0] == 0 && out[MOST - 1] == MOST - 1);
    MPI_Op_free(&op);
    free(in);
    free(out);
}

/* A call with wrong arguments gives what the MPI library gives. */
#define SAME(name, ...)                                                        \
    do {                                                                       \
        int rc = PMPI_##name(__VA_ARGS__), class, ours;                        \
                                                                               \
        MPI_Error_class(rc, &class);                                           \
        MPI_Error_class(MPI_##name(__VA_ARGS__), &ours);                       \
        EXPECT(class != MPI_SUCCESS && class == ours);                         \
    } while (0)

/* 9 native calls, 9 with bad arguments, 1 without a communicator, 8 others. */
void case_coll_arguments(void)
{
    MPI_Datatype derived, null = MPI_DATATYPE_NULL;
    MPI_Comm world = MPI_COMM_WORLD;
    int *all = test_alloc((size_t)test_size * sizeof(*all));
    int x = 1, y = 1;

    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &derived);
    MPI_Type_commit(&derived);
    test_warm(world);
    SAME(Allreduce, &x, &y, 1, null, MPI_SUM, world);
    SAME(Allreduce, &x, &y, 1, MPI_INT, MPI_OP_NULL, world);
    SAME(Allreduce, &x, &y, 1, MPI_FLOAT, MPI_BAND, world);
    SAME(Reduce, &x, &y, 1, derived, MPI_SUM, 0, world);
    SAME(Reduce, &x, &y, 1, MPI_INT, MPI_MAXLOC, 0, world);
    SAME(Reduce, &x, &y, 1, MPI_INT, MPI_SUM, test_size, world);
    SAME(Reduce, &x, &y, 1, MPI_INT, MPI_SUM, -1, world);
    SAME(Allgather, &x, 1, null, all, 1, MPI_INT, world);
    SAME(Allgather, &x, 1, MPI_INT, all, -1, MPI_INT, world);
    SAME(Barrier, MPI_COMM_NULL);
    some(world, 2);
    MPI_Type_free(&derived);
    free(all);
}
