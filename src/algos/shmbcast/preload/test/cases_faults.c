/* cases_faults.c: errors, and processes that die. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/library.h"
#include "preload_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int class_of(int code)
{
    int class;

    MPI_Error_class(code, &class);
    return class;
}

static int handled, handled_code; /* number of calls of the error handler,
                                   * and the last code */

/* Error handler. It makes no MPI calls: after errors of MPICH's own, these
 * would trigger an assertion in MPICH. */
static void on_error(MPI_Comm *comm, int *code, ...)
{
    handled += *comm == MPI_COMM_WORLD;
    handled_code = *code;
}

/* The root sends less than the others expect, or nothing; later calls still
 * work. [native]: call the MPI library's own broadcast. */
static void one_shorter(int sent, bool native)
{
    static int buf[400001];
    int mine = test_rank == 0 ? sent : 2 * sent + 9, rc;
    int expected = test_rank == 0 || mpi_running().mpi == openmpi
                       ? MPI_SUCCESS /* Open MPI accepts that */
                       : MPI_ERR_OTHER;

    handled = 0;
    memset(buf, 0x5a, sizeof(buf));
    if (test_rank == 0)
        test_fill(buf, (size_t)sent * sizeof(*buf), 9);
    rc = native ? PMPI_Bcast(buf, mine, MPI_INT, 0, MPI_COMM_WORLD)
                : MPI_Bcast(buf, mine, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT(class_of(rc) == expected);
    EXPECT(handled == (expected != MPI_SUCCESS));
    EXPECT(handled == 0 || class_of(handled_code) == expected);
    EXPECT(test_same(buf, (size_t)sent * sizeof(*buf), 9));
    EXPECT(test_rank == 0 || buf[sent] == 0x5a5a5a5a);
}

/* 9 native calls; then 8 by shared memory, 2 for each size; then one native. */
void case_shorter(void)
{
    static const int sizes[] = {0, 1, 1000, 190000};
    MPI_Errhandler handler;

    MPI_Comm_create_errhandler(on_error, &handler);
    test_warm(MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        one_shorter(sizes[i], false);
        test_some(MPI_COMM_WORLD, 1, 10000);
    }
    one_shorter(1, true);
    MPI_Errhandler_free(&handler);
}

/* The root sends more than the others expect. The communicator's error handler
 * is called, and later calls work: 9 native calls, 2 by shared memory. */
void case_handler(void)
{
    MPI_Errhandler handler;
    char buf[8];

    MPI_Comm_create_errhandler(on_error, &handler);
    test_warm(MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Bcast(buf, test_rank == 0 ? 8 : 4, MPI_BYTE, 0, MPI_COMM_WORLD);
    EXPECT(handled == (test_rank > 0));
    EXPECT(handled == 0 || class_of(handled_code) == MPI_ERR_TRUNCATE);
    test_some(MPI_COMM_WORLD, 1, 100);
    MPI_Errhandler_free(&handler);
}

/* Errors that the library finds without communication. 9 native calls, 4 native
 * ones with bad arguments, 1 without a communicator, 6 by shared memory. */
void case_arguments(void)
{
    /* MPICH itself crashes on MPI_IN_PLACE */
    void *bad_buffer = mpi_running().mpi == openmpi ? MPI_IN_PLACE : NULL;
    int x = 0, rc;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    test_warm(MPI_COMM_WORLD);
    EXPECT(class_of(MPI_Bcast(&x, 1, MPI_INT, test_size, MPI_COMM_WORLD)) ==
           MPI_ERR_ROOT);
    EXPECT(class_of(MPI_Bcast(&x, -1, MPI_INT, 0, MPI_COMM_WORLD)) ==
           MPI_ERR_COUNT);
    EXPECT(class_of(MPI_Bcast(&x, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD)) ==
           MPI_ERR_TYPE);
    rc = PMPI_Bcast(bad_buffer, 1, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT(rc != MPI_SUCCESS &&
           class_of(MPI_Bcast(bad_buffer, 1, MPI_INT, 0, MPI_COMM_WORLD)) ==
               class_of(rc));
    EXPECT(class_of(MPI_Bcast(&x, 1, MPI_INT, 0, MPI_COMM_NULL)) ==
           MPI_ERR_COMM);
    test_some(MPI_COMM_WORLD, 6, 1000);
}

/* At the tenth call MPI has no communicator left: 9 + 6 native calls. */
void case_exhausted(void)
{
    enum { MAX = 3000 }; /* more communicators than the 2048 of MPICH */
    MPI_Comm *comms = test_alloc(MAX * sizeof(*comms));
    int n = 0;

    test_warm(MPI_COMM_WORLD);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (n < MAX && MPI_Comm_dup(MPI_COMM_WORLD, &comms[n]) == MPI_SUCCESS)
        n++;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    test_some(MPI_COMM_WORLD, 6, 1000);
    while (n > 0)
        MPI_Comm_free(&comms[--n]);
    free(comms);
}

/* Leaves this process so many bytes of address space. */
static void limit_space(size_t left)
{
    FILE *f = fopen("/proc/self/statm", "r");
    struct rlimit limit;
    unsigned long pages = 0;

    EXPECT(f != NULL && fscanf(f, "%lu", &pages) == 1);
    if (f != NULL)
        fclose(f);
    EXPECT(getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = pages * (size_t)sysconf(_SC_PAGESIZE) + left;
    EXPECT(setrlimit(RLIMIT_AS, &limit) == 0);
}

/* One rank has little address space left, with which MPI's own broadcasts
 * work: 9 + 6 native calls. */
void case_narrow(void)
{
    test_warm(MPI_COMM_WORLD);
    if (test_rank == 1)
        limit_space((size_t)500 << 10);
    test_some(MPI_COMM_WORLD, 6, 1000);
    if (test_rank == 1)
        limit_space((size_t)1 << 30);
}
