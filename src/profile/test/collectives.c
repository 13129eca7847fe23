/* collectives.c: cases of profile_test about collectives. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "profile/test/profile_test.h"

#if HAVE_MPIX_PERSISTENT_COLLECTIVES
#include <mpi-ext.h>
#endif
#include <stdlib.h>

/* MPICH denotes "no statuses" by an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

/* ---- every collective, each another number of times ---------------------- */

#define COLLECTIVES(DO)                                                        \
    DO(1, Bcast, bcast, out, 3, D, 1)                                          \
    DO(2, Gather, gather, out, 2, D, in, 2, D, 1)                              \
    DO(3, Gatherv, gatherv, out, 1, D, in, counts, displs, D, 0)               \
    DO(4, Scatter, scatter, out, 2, D, in, 2, D, 1)                            \
    DO(5, Scatterv, scatterv, out, counts, displs, D, in, 1, D, 0)             \
    DO(6, Allgather, allgather, out, 2, D, in, 2, D)                           \
    DO(7, Allgatherv, allgatherv, out, 1, D, in, counts, displs, D)            \
    DO(8, Alltoall, alltoall, out, 2, D, in, 2, D)                             \
    DO(9, Alltoallv, alltoallv, out, counts, displs, D, in, counts, displs, D) \
    DO(10, Alltoallw, alltoallw, out, counts, displs, types, in, counts,       \
       displs, types)                                                          \
    DO(11, Reduce, reduce, out, in, 5, D, MPI_SUM, 1)                          \
    DO(12, Allreduce, allreduce, out, in, 5, D, MPI_MAX)                       \
    DO(13, Reduce_scatter, reduce_scatter, out, in, counts, D, MPI_MIN)        \
    DO(14, Reduce_scatter_block, reduce_scatter_block, out, in, 3, D, MPI_SUM) \
    DO(15, Scan, scan, out, in, 5, D, MPI_SUM)                                 \
    DO(16, Exscan, exscan, out, in, 5, D, MPI_SUM)

static void case_blocking(void)
{
#define DO(times, name, lower, ...)                                            \
    for (int i = 0; i < times; i++)                                            \
        MPI_##name(__VA_ARGS__, W);
    COLLECTIVES(DO)
#undef DO
    for (int i = 0; i < 17; i++)
        MPI_Barrier(W);
}

static void case_nonblocking(void)
{
    MPI_Request r[2];
    int done;

#define DO(times, name, lower, ...)                                            \
    for (int i = 0; i < times; i++) {                                          \
        MPI_I##lower(__VA_ARGS__, W, &r[0]);                                   \
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);                                    \
    }
    COLLECTIVES(DO)
#undef DO
    /* two at once; polled; and a message beside one */
    for (int i = 0; i < 17; i++) {
        MPI_Ibarrier(W, &r[0]);
        MPI_Ibarrier(W, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        MPI_Ibarrier(W, &r[0]);
        do
            MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
        while (!done);
        MPI_Ibarrier(W, &r[0]);
        MPI_Irecv(in, 1, D, (rank + 1) % size, 0, W, &r[1]);
        MPI_Send(out, 1, D, (rank + size - 1) % size, 0, W);
        for (int k = 0; k < 2; k++)
            MPI_Waitany(2, r, &done, MPI_STATUS_IGNORE);
        CHECK(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
    }
}

/* ---- neighbourhoods ------------------------------------------------------ */

static MPI_Aint bytes[MOST];

/* Each another number of times. */
#define NEIGHBOURS(DO)                                                         \
    DO(1, allgather, out, 2, D, in, 2, D)                                      \
    DO(2, allgatherv, out, 1, D, in, counts, displs, D)                        \
    DO(3, alltoall, out, 2, D, in, 2, D)                                       \
    DO(4, alltoallv, out, counts, displs, D, in, counts, displs, D)            \
    DO(5, alltoallw, out, counts, bytes, types, in, counts, bytes, types)

static void neighbours(MPI_Comm comm)
{
    MPI_Request r;

#define DO(times, name, ...)                                                   \
    for (int i = 0; i < times; i++) {                                          \
        MPI_Neighbor_##name(__VA_ARGS__, comm);                                \
        MPI_Ineighbor_##name(__VA_ARGS__, comm, &r);                           \
        MPI_Wait(&r, MPI_STATUS_IGNORE);                                       \
    }
    NEIGHBOURS(DO)
#undef DO
}

/* On a ring; and where all ranks have rank 0 as neighbour, which does nothing
 * but receive. */
static void case_neighbours(void)
{
    const int periodic = 1, root = 0;
    int all[MOST];
    MPI_Comm ring, star;

    for (int i = 0; i < MOST; i++) {
        bytes[i] = i * (MPI_Aint)sizeof(double);
        all[i] = i + 1;
    }
    MPI_Cart_create(W, 1, &size, &periodic, 0, &ring);
    neighbours(ring);
    MPI_Comm_free(&ring);
    MPI_Dist_graph_create_adjacent(W, rank == 0 ? size - 1 : 0, all, counts,
                                   rank > 0, &root, counts, MPI_INFO_NULL, 0,
                                   &star);
    MPI_Neighbor_alltoallv(out, counts, displs, D, in, counts, displs, D, star);
    MPI_Comm_free(&star);
}

/* ---- persistent collectives ---------------------------------------------- */

#if HAVE_MPI_PERSISTENT_COLLECTIVES
#define INIT(lower) MPI_##lower##_init
#elif HAVE_MPIX_PERSISTENT_COLLECTIVES
#define INIT(lower) MPIX_##lower##_init
#endif

#ifdef INIT
static void case_persistent(void)
{
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Request r[3];
    int done;

    /* once: MPICH 4.0 cannot start some of them again */
#define DO(times, name, lower, ...)                                            \
    INIT(name)(__VA_ARGS__, W, MPI_INFO_NULL, &r[0]);                          \
    MPI_Start(&r[0]);                                                          \
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);                                        \
    MPI_Request_free(&r[0]);
    COLLECTIVES(DO)
#undef DO
    /* two at once, which each rank starts in another order; polled; and a
     * message beside one */
    INIT(Barrier)(W, MPI_INFO_NULL, &r[0]);
    INIT(Bcast)(out, 1, D, 0, W, MPI_INFO_NULL, &r[1]);
    MPI_Recv_init(in, 1, D, previous, 0, W, &r[2]);
    for (int i = 0; i < 17; i++) {
        MPI_Start(&r[rank % 2]);
        MPI_Start(&r[1 - rank % 2]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
        MPI_Start(&r[0]);
        do
            MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
        while (!done);
        MPI_Startall(3, r);
        MPI_Send(out, 1, D, next, 0, W);
        MPI_Waitall(3, r, MPI_STATUSES_IGNORE);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE); /* for nothing */
    }
    for (int k = 0; k < 3; k++)
        MPI_Request_free(&r[k]);
    /* handles that persistent collectives may have had before */
    MPI_Recv_init(in, 1, D, previous, 0, W, &r[0]);
    MPI_Send_init(out, 1, D, next, 0, W, &r[1]);
    MPI_Startall(2, r);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}

/* The last rank starts late; then all ranks complete when it has started. Then
 * each request is started late by some ranks. */
static void case_persistent_late(void)
{
    double other[2] = {0};
    MPI_Request r[2];

    INIT(Allreduce)(out, in, 1, D, MPI_SUM, W, MPI_INFO_NULL, &r[0]);
    for (int i = 0; i < 2 * TIMES; i++) {
        MPI_Barrier(W);
        come_late(20);
        MPI_Start(&r[0]);
        if (i >= TIMES)
            PMPI_Barrier(W);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&r[0]);
    INIT(Allreduce)(out, in, 2, D, MPI_SUM, W, MPI_INFO_NULL, &r[0]);
    INIT(Bcast)(other, 2, D, 0, W, MPI_INFO_NULL, &r[1]);
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(W);
        MPI_Start(&r[rank == 0]);
        PMPI_Barrier(W);
        pause_ms(20);
        MPI_Start(&r[rank != 0]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&r[0]);
    MPI_Request_free(&r[1]);
}
#endif

/* ---- who is late --------------------------------------------------------- */

/* The last rank comes late to everything. */
static void case_late(void)
{
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(W);
        come_late(20);
        MPI_Allreduce(out, in, 1, D, MPI_SUM, W);
    }
}

/* ... to a broadcast of rank 0, for which nobody waits; from it, for which all
 * others wait; and to a reduction to it, where it waits for nobody. */
static void case_roots(void)
{
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(W);
        come_late(20);
        MPI_Bcast(out, 1, D, 0, W);
        MPI_Barrier(W);
        come_late(20);
        MPI_Bcast(out, 2, D, size - 1, W);
        MPI_Barrier(W);
        come_late(20);
        MPI_Reduce(out, in, 3, D, MPI_SUM, size - 1, W);
    }
}

/* The last rank comes late to each of these, which differ in their bytes. */
#define LATE(DO)                                                               \
    DO(Allgather(out, 1, D, in, 1, D, W))                                      \
    DO(Alltoall(out, 1, D, in, 1, D, W))                                       \
    DO(Reduce_scatter_block(out, in, 1, D, MPI_SUM, W))                        \
    DO(Gather(out, 1, D, in, 1, D, 0, W))                                      \
    DO(Gather(out, 2, D, in, 2, D, size - 1, W))                               \
    DO(Reduce(out, in, 1, D, MPI_SUM, 0, W))                                   \
    DO(Scatter(out, 1, D, in, 1, D, 0, W))                                     \
    DO(Scatter(out, 2, D, in, 2, D, size - 1, W))                              \
    DO(Scan(out, in, 1, D, MPI_SUM, W))                                        \
    DO(Allreduce(out, in, 1, D, MPI_SUM, half))                                \
    DO(Ibcast(out, 1, D, size - 1, W, &r))

static void case_classes(void)
{
    MPI_Comm half;
    MPI_Request r = MPI_REQUEST_NULL;

    MPI_Comm_split(W, rank % 2, 0, &half);
#define DO(call)                                                               \
    for (int i = 0; i < 5; i++) {                                              \
        MPI_Barrier(W);                                                        \
        come_late(40);                                                         \
        MPI_##call;                                                            \
        MPI_Wait(&r, MPI_STATUS_IGNORE);                                       \
    }
    LATE(DO)
#undef DO
    MPI_Comm_free(&half);
}

/* ---- arguments ----------------------------------------------------------- */

static void add_any(void *a, void *b, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((double *)b)[i] += ((double *)a)[i];
}

static void case_arguments(void)
{
    MPI_Datatype pair, gaps;
    MPI_Op own;

    MPI_Type_contiguous(2, D, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(2, 1, 2, D, &gaps);
    MPI_Type_commit(&gaps);
    MPI_Op_create(add_any, 0, &own);
    MPI_Allreduce(MPI_IN_PLACE, in, 4, D, own, W);
    MPI_Bcast(out, 1, pair, 0, W);
    MPI_Bcast(out, 1, gaps, 0, W);
    for (int root = 0; root < size; root++)
        MPI_Bcast(out, 1, MPI_INT, root, W);
    for (int i = 0; i < size; i++) {
        counts[i] = i == 0 ? 4 * size : 0;
        displs[i] = 0;
    }
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, counts, displs, D,
                   W);
    MPI_Op_free(&own);
    MPI_Type_free(&pair);
    MPI_Type_free(&gaps);
}

const struct test_case collective_cases[] = {
    {"blocking", case_blocking},
    {"nonblocking", case_nonblocking},
#ifdef INIT
    {"persistent", case_persistent},
    {"persistent-late", case_persistent_late},
#endif
    {"neighbours", case_neighbours},
    {"classes", case_classes},
    {"late", case_late},
    {"roots", case_roots},
    {"arguments", case_arguments},
    {NULL, NULL},
};
