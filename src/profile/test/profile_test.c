/* profile_test.c: calls that a test expects in the profile: profile_test
 * CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <mpi.h>
#if HAVE_MPIX_PERSISTENT_COLLECTIVES
#include <mpi-ext.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MPICH denotes "no statuses" by an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

enum { MOST = 64, TIMES = 20, THREADS = 4 };

static int rank, size;
static int counts[MOST], displs[MOST];
static MPI_Datatype types[MOST];
static double out[16 * MOST], in[16 * MOST];

static void check(int yes, const char *what)
{
    if (yes)
        return;
    fprintf(stderr, "profile_test: rank %d: not so: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(yes) check(yes, #yes)

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

/* ---- every collective, each another number of times ---------------------- */

#define W MPI_COMM_WORLD
#define D MPI_DOUBLE
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

/* The last rank starts late; then all ranks complete late. Then each request is
 * started late by some ranks. */
static void case_persistent_late(void)
{
    double other[2] = {0};
    MPI_Request r[2];

    INIT(Allreduce)(out, in, 1, D, MPI_SUM, W, MPI_INFO_NULL, &r[0]);
    for (int i = 0; i < 2 * TIMES; i++) {
        MPI_Barrier(W);
        if (rank == size - 1)
            pause_ms(20);
        MPI_Start(&r[0]);
        if (i >= TIMES)
            pause_ms(40);
        MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&r[0]);
    INIT(Allreduce)(out, in, 2, D, MPI_SUM, W, MPI_INFO_NULL, &r[0]);
    INIT(Bcast)(other, 2, D, 0, W, MPI_INFO_NULL, &r[1]);
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(W);
        MPI_Start(&r[rank == 0]);
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
        if (rank == size - 1)
            pause_ms(20);
        MPI_Allreduce(out, in, 1, D, MPI_SUM, W);
    }
}

/* ... to a broadcast of rank 0, for which nobody waits; from it, for which all
 * others wait; and to a reduction to it, where it waits for nobody. */
static void case_roots(void)
{
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(W);
        if (rank == size - 1)
            pause_ms(20);
        MPI_Bcast(out, 1, D, 0, W);
        MPI_Barrier(W);
        if (rank == size - 1)
            pause_ms(20);
        MPI_Bcast(out, 2, D, size - 1, W);
        MPI_Barrier(W);
        if (rank == size - 1)
            pause_ms(20);
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
        if (rank == size - 1)                                                  \
            pause_ms(40);                                                      \
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

/* ---- communicators ------------------------------------------------------- */

static void case_comms(void)
{
    MPI_Comm half, copy;

    for (int i = 0; i < 300; i++) {
        MPI_Comm_dup(W, &copy);
        MPI_Comm_split(copy, rank % 2, -rank, &half);
        MPI_Allreduce(out, in, 1, D, MPI_SUM, half);
        MPI_Allreduce(out, in, 2, D, MPI_SUM, copy);
        MPI_Comm_free(&copy);
        MPI_Allreduce(out, in, 1, D, MPI_SUM, half);
        MPI_Comm_free(&half);
        MPI_Barrier(MPI_COMM_SELF);
    }
}

/* Communicators whose creation the library does not see, with the same
 * ranks. */
static void case_groups(void)
{
    MPI_Comm a, b;
    MPI_Group group;

    MPI_Comm_group(W, &group);
    MPI_Comm_create_group(W, group, 1, &a);
    MPI_Comm_create_group(W, group, 2, &b);
    for (int i = 0; i < TIMES; i++) {
        MPI_Allreduce(out, in, 1, D, MPI_SUM, a);
        MPI_Allreduce(out, in, 2, D, MPI_SUM, b);
    }
    MPI_Comm_free(&a);
    MPI_Comm_free(&b);
    MPI_Group_free(&group);
}

static void case_inter(void)
{
    MPI_Comm half, inter;

    MPI_Comm_split(W, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, W, 1 - rank % 2, 7, &inter);
    for (int i = 0; i < TIMES; i++) {
        MPI_Barrier(inter);
        MPI_Bcast(out, 2, D,
                  rank % 2    ? 0
                  : rank == 0 ? MPI_ROOT
                              : MPI_PROC_NULL,
                  inter);
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* Each thread has a communicator. */
static MPI_Comm of_thread[THREADS];

static void *thread_run(void *number)
{
    const int k = *(int *)number;
    double x = 1, sum;
    MPI_Request r;

    for (int i = 0; i < 200; i++) {
        MPI_Allreduce(&x, &sum, 1, D, MPI_SUM, of_thread[k]);
        MPI_Iallreduce(&x, &sum, 1, D, MPI_SUM, of_thread[k], &r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Sendrecv(&x, 1, D, (rank + 1) % size, k, &sum, 1, D,
                     (rank + size - 1) % size, k, W, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void case_threads(void)
{
    static const int number[THREADS] = {0, 1, 2, 3};
    pthread_t thread[THREADS];
    int provided;

    MPI_Query_thread(&provided);
    for (int k = 0; k < THREADS; k++)
        MPI_Comm_dup(W, &of_thread[k]);
    for (int k = 0; k < THREADS; k++) {
        CHECK(pthread_create(&thread[k], NULL, thread_run,
                             (void *)&number[k]) == 0);
        if (provided < MPI_THREAD_MULTIPLE)
            pthread_join(thread[k], NULL);
    }
    for (int k = 0; k < THREADS; k++) {
        if (provided == MPI_THREAD_MULTIPLE)
            pthread_join(thread[k], NULL);
        MPI_Comm_free(&of_thread[k]);
    }
}

/* ---- other functions ----------------------------------------------------- */

/* Calls within a call belong to that one. */
static int copy_call(MPI_Comm comm, int keyval, void *extra, void *in_value,
                     void *out_value, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    (void)in_value;
    (void)out_value;
    *flag = 0;
    return MPI_Barrier(MPI_COMM_SELF);
}

static void dup_with_call(void)
{
    MPI_Comm copy;
    int keyval;

    MPI_Comm_create_keyval(copy_call, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(W, keyval, NULL);
    MPI_Comm_dup(W, &copy);
    MPI_Comm_free(&copy);
    MPI_Comm_delete_attr(W, keyval);
    MPI_Comm_free_keyval(&keyval);
}

static void case_others(void)
{
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Request r[2];
    MPI_File file;
    MPI_Win win;

    for (int i = 0; i < TIMES; i++) {
        MPI_Irecv(in, 4, D, previous, 0, W, &r[0]);
        MPI_Isend(out, 4, D, next, 0, W, &r[1]);
        MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    }
    MPI_Win_create(in, sizeof(in), sizeof(double), MPI_INFO_NULL, W, &win);
    MPI_Win_fence(0, win);
    MPI_Put(out, 3, D, next, 0, 3, D, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "file-0" : "file-1",
                  MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 8, out, 2, D, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    dup_with_call();
}

/* ---- what is not so usual ------------------------------------------------ */

static void case_many(void)
{
    for (int i = 0; i < 20000; i++)
        MPI_Allreduce(out, in, 1, D, MPI_SUM, W);
}

/* Calls that fail. */
static void case_error(void)
{
    MPI_Comm copy;

    MPI_Comm_set_errhandler(W, MPI_ERRORS_RETURN);
    CHECK(MPI_Bcast(out, 1, D, 0, MPI_COMM_NULL) != MPI_SUCCESS);
    MPI_Comm_dup(W, &copy);
    CHECK(MPI_Bcast(out, -1, D, 0, copy) != MPI_SUCCESS);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
}

static void case_fork(void)
{
    pid_t child;
    int status;

    MPI_Barrier(W);
    child = fork();
    if (child == 0)
        exit(0); /* runs what is to be run at the end of a process */
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    MPI_Barrier(W);
}

static char *own_name;

/* One more process, which ends at once. */
static void case_spawn(void)
{
    MPI_Comm inter;

    MPI_Barrier(W);
    CHECK(MPI_Comm_spawn(own_name, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, W,
                         &inter, MPI_ERRCODES_IGNORE) == MPI_SUCCESS);
    MPI_Barrier(inter);
    MPI_Comm_disconnect(&inter);
}

static void case_abort(void)
{
    MPI_Barrier(W);
    MPI_Barrier(W);
    if (rank == 1)
        MPI_Abort(W, 3);
    pause_ms(900);
    sleep(60);
}

static void case_exit(void)
{
    MPI_Barrier(W);
    if (rank > 0)
        pause_ms(900); /* the launcher ends the others then */
    exit(0);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
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
    {"comms", case_comms},
    {"groups", case_groups},
    {"inter", case_inter},
    {"threads", case_threads},
    {"others", case_others},
    {"many", case_many},
    {"error", case_error},
    {"fork", case_fork},
    {"spawn", case_spawn},
    {"abort", case_abort},
    {"exit", case_exit},
};

static void run(const char *name)
{
    size_t i = 0;

    while (strcmp(cases[i].name, name) != 0)
        CHECK(++i < sizeof(cases) / sizeof(cases[0]));
    cases[i].run();
}

int main(int argc, char **argv)
{
    MPI_Comm parent;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(W, &rank);
    MPI_Comm_size(W, &size);
    own_name = argv[0];
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
    }
    for (int i = 0; i < MOST; i++) {
        counts[i] = 1;
        displs[i] = i;
        types[i] = D;
    }
    for (int i = 1; i < argc; i++)
        run(argv[i]);
    MPI_Finalize();
    return 0;
}
