/* mpi_errors.c: what goes wrong goes wrong on all ranks alike. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/* Creation has to fail with [code], for one reason on all ranks. */
static void expect_failure(MPI_Comm comm, const struct shmbcast_params *params,
                           int code)
{
    struct shmbcast *h = (struct shmbcast *)&h; /* must be left alone */
    struct shmbcast_failure why;
    char line[200] = {0}, first[200];
    int rc = shmbcast_create_why(comm, params, &h, &why);

    EXPECT(rc == code);
    EXPECT(why.code == code);
    EXPECT(h == (struct shmbcast *)&h);
    EXPECT(shmbcast_failure_text(&why, line, sizeof(line)) > 0);
    memcpy(first, line, sizeof(first));
    MPI_Bcast(first, sizeof(first), MPI_CHAR, 0, MPI_COMM_WORLD);
    EXPECT(strcmp(first, line) == 0);
    if (test_rank == 0)
        printf("%s\n", line);
}

static void expect_works(void)
{
    struct shmbcast *h = test_create(MPI_COMM_WORLD, "f=4Ki s=4 q=2");

    if (h != NULL)
        test_once(h, test_rank, test_size - 1, 10000, 3);
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
}

static void intercommunicator(void)
{
    MPI_Comm half, inter;
    int side = test_rank >= test_size / 2;

    if (test_size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, side, test_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : test_size / 2, 1,
                         &inter);
    expect_failure(inter, NULL, MPI_ERR_COMM);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

void case_badargs(void)
{
    struct shmbcast_params params = shmbcast_params_default();
    struct shmbcast *h = NULL;
    int value = 5;

    if (test_rank == test_size - 1)
        params.f = 1000; /* on one rank only */
    expect_failure(MPI_COMM_WORLD, &params, MPI_ERR_ARG);
    if (test_size > 1) {
        params = shmbcast_params_default();
        params.s += 2 * (test_rank == 0); /* valid, but not the same */
        expect_failure(MPI_COMM_WORLD, &params, MPI_ERR_ARG);
    }
    params = shmbcast_params_default();
    params.tree = SHMBCAST_TREE_FLAT;
    params.k = -test_rank; /* ignored */
    EXPECT(shmbcast_create(MPI_COMM_WORLD, &params, &h) == MPI_SUCCESS);
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    expect_failure(MPI_COMM_NULL, NULL, MPI_ERR_COMM);
    intercommunicator();
    EXPECT(shmbcast_create(MPI_COMM_WORLD, NULL, test_rank == 0 ? NULL : &h) ==
           MPI_ERR_ARG);
    EXPECT(shmbcast_create(MPI_COMM_WORLD, NULL, &h) == MPI_SUCCESS);
    EXPECT(shmbcast_bcast(&value, 1, MPI_INT, 0, NULL) == MPI_ERR_ARG);
    EXPECT(shmbcast_bcast(&value, 1, MPI_INT, -1, h) == MPI_ERR_ROOT);
    EXPECT(shmbcast_bcast(&value, 1, MPI_INT, test_size, h) == MPI_ERR_ROOT);
    EXPECT(shmbcast_bcast(&value, -1, MPI_INT, 0, h) == MPI_ERR_COUNT);
    EXPECT(shmbcast_bcast(&value, (MPI_Count)1 << 62, MPI_LONG_DOUBLE, 0, h) ==
           MPI_ERR_COUNT);
    EXPECT(shmbcast_bcast(&value, 1, MPI_DATATYPE_NULL, 0, h) == MPI_ERR_TYPE);
    EXPECT(shmbcast_bcast(NULL, 0, MPI_INT, 0, h) == MPI_SUCCESS);
    EXPECT(value == 5);
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
    expect_works();
}

/* A queue larger than /dev/shm, whatever its size is here. */
void case_toolarge(void)
{
    struct shmbcast_params params = shmbcast_params_default();
    struct statvfs fs;

    EXPECT(statvfs("/dev/shm", &fs) == 0);
    params.f = (size_t)1 << 30;
    params.q = 1;
    params.s = (int)((fs.f_blocks * fs.f_frsize >> 30) + 1);
    expect_failure(MPI_COMM_WORLD, &params, MPI_ERR_NO_SPACE);
    expect_works();
}

/* To be run where /dev/shm has little room: some ranks get their part. */
void case_full(void)
{
    struct shmbcast_params params = test_params("f=4Ki s=64 q=2");

    for (int i = 0; i < 3; i++)
        expect_failure(MPI_COMM_WORLD, &params, MPI_ERR_NO_SPACE);
    expect_works();
}

/* MPI has no communicator left: an error code, though errors are fatal. */
void case_nocomms(void)
{
    enum { MAX = 3000 }; /* MPICH has 2048 */
    MPI_Comm *comms = test_alloc(MAX * sizeof(*comms));
    struct shmbcast *h = NULL;
    MPI_Errhandler handler;
    int n = 0, rc, class;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (n < MAX && MPI_Comm_dup(MPI_COMM_WORLD, &comms[n]) == MPI_SUCCESS)
        n++;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    if (n < MAX) {
        rc = shmbcast_create(MPI_COMM_WORLD, NULL, &h);
        EXPECT(rc != MPI_SUCCESS && h == NULL);
        MPI_Error_class(rc, &class);
        EXPECT(rc == class);
    } else {
        test_skip("this MPI does not run out of communicators");
    }
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    EXPECT(handler == MPI_ERRORS_ARE_FATAL);
    while (n > 0)
        MPI_Comm_free(&comms[--n]);
    free(comms);
    expect_works();
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    EXPECT(handler == MPI_ERRORS_ARE_FATAL);
}

/* To be run by an MPI that thinks every rank has a machine of its own. */
void case_apart(void)
{
    expect_failure(MPI_COMM_WORLD, NULL, MPI_ERR_COMM);
}

/* The root's message is longer than the others expect; all stay in step. */
void case_truncate(void)
{
    struct shmbcast *h = test_create(MPI_COMM_WORLD, "f=4Ki s=4 q=2");
    unsigned char buf[50000];

    for (int sent = 100; h != NULL && sent < 50000; sent = sent * 3 + 1) {
        int mine = test_rank == 0 ? sent : sent / 2;

        memset(buf, 0x5a, sizeof(buf));
        if (test_rank == 0)
            test_fill(buf, sizeof(buf), 9);
        EXPECT(shmbcast_bcast(buf, mine, MPI_BYTE, 0, h) ==
               (test_rank == 0 ? MPI_SUCCESS : MPI_ERR_TRUNCATE));
        EXPECT(test_same(buf, (size_t)mine, 9));
        EXPECT(test_rank == 0 || buf[mine] == 0x5a);
        test_once(h, test_rank, test_size - 1, 10000, 4);
    }
    EXPECT(shmbcast_free(&h) == MPI_SUCCESS);
}
