/* profile_test.c: calls that a test expects in the profile: profile_test
 * CASE... */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "profile/test/profile_test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MPICH denotes "no statuses" by an invalid address, about which gcc warns. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

enum { THREADS = 4 };

int rank, size;
int counts[MOST], displs[MOST];
MPI_Datatype types[MOST];
double out[16 * MOST], in[16 * MOST];

void check(int yes, const char *what)
{
    if (yes)
        return;
    fprintf(stderr, "profile_test: rank %d: not so: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void pause_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL);
}

void come_late(int ms)
{
    if (rank > 0)
        PMPI_Recv(NULL, 0, D, rank - 1, 0, W, MPI_STATUS_IGNORE);
    if (rank < size - 1)
        PMPI_Send(NULL, 0, D, rank + 1, 0, W);
    else
        pause_ms(ms);
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

/* Rank 0 ends, then the others: they read until no process has the pipe open
 * for writing. */
static void case_exit(void)
{
    char byte;
    int end;

    MPI_Barrier(W);
    CHECK(rank > 0 || mkfifo("end", 0600) == 0);
    PMPI_Barrier(W);
    end = open("end", rank == 0 ? O_WRONLY : O_RDONLY);
    CHECK(end >= 0 && (rank == 0 || read(end, &byte, 1) == 0));
    exit(0);
}

static const struct test_case cases[] = {
    {"comms", case_comms},     {"groups", case_groups}, {"inter", case_inter},
    {"threads", case_threads}, {"others", case_others}, {"many", case_many},
    {"error", case_error},     {"fork", case_fork},     {"spawn", case_spawn},
    {"abort", case_abort},     {"exit", case_exit},     {NULL, NULL},
};

static const struct test_case *find(const struct test_case *v, const char *name)
{
    while (v->name != NULL && strcmp(v->name, name) != 0)
        v++;
    return v;
}

static void run(const char *name)
{
    const struct test_case *found = find(collective_cases, name);

    if (found->name == NULL)
        found = find(cases, name);
    CHECK(found->name != NULL);
    found->run();
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
