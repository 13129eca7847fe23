/* mpi_errors.c: all ranks get the same error. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi_test.h"

#include <stdlib.h>

static void intercommunicator(void)
{
    MPI_Comm half, inter;
    int side = test_rank >= test_size / 2;

    if (test_size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, side, test_rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : test_size / 2, 1,
                         &inter);
    test_refused(inter, NULL, MPI_ERR_COMM);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

/* [text] is invalid, and only one rank passes it. */
void case_badargs(const char *text)
{
    struct engine *h = NULL;
    int value = 5;

    test_refused(MPI_COMM_WORLD, test_rank == test_size - 1 ? text : "",
                 MPI_ERR_ARG);
    test_refused(MPI_COMM_NULL, NULL, MPI_ERR_COMM);
    intercommunicator();
    EXPECT(engine_create(MPI_COMM_WORLD, NULL, test_rank == 0 ? NULL : &h,
                         NULL) == MPI_ERR_ARG);
    EXPECT(engine_create(MPI_COMM_WORLD, NULL, &h, NULL) == MPI_SUCCESS);
    EXPECT(engine_bcast(&value, 1, MPI_INT, 0, NULL) == MPI_ERR_ARG);
    EXPECT(engine_bcast(&value, 1, MPI_INT, -1, h) == MPI_ERR_ROOT);
    EXPECT(engine_bcast(&value, 1, MPI_INT, test_size, h) == MPI_ERR_ROOT);
    EXPECT(engine_bcast(MPI_IN_PLACE, 1, MPI_INT, 0, h) == MPI_ERR_BUFFER);
    EXPECT(engine_bcast(&value, -1, MPI_INT, 0, h) == MPI_ERR_COUNT);
    EXPECT(engine_bcast(&value, (MPI_Count)1 << 62, MPI_LONG_DOUBLE, 0, h) ==
           MPI_ERR_COUNT);
    EXPECT(engine_bcast(&value, 1, MPI_DATATYPE_NULL, 0, h) == MPI_ERR_TYPE);
    EXPECT(engine_bcast(NULL, 0, MPI_INT, 0, h) == MPI_SUCCESS);
    EXPECT(value == 5);
    EXPECT(engine_free(&h) == MPI_SUCCESS);
    EXPECT(engine_free(&h) == MPI_SUCCESS); /* the handle is already NULL */
    test_works();
}

/* Valid parameters that differ between ranks. */
void case_differ(const char *text)
{
    if (test_size == 1)
        test_skip("one rank cannot differ");
    else
        test_refused(MPI_COMM_WORLD, test_rank == 0 ? text : "", MPI_ERR_ARG);
    test_works();
}

/* Needs a small /dev/shm, in which only some ranks get their part. */
void case_full(const char *text)
{
    for (int i = 0; i < 3; i++)
        test_refused(MPI_COMM_WORLD, text, MPI_ERR_NO_SPACE);
    test_works();
}

/* MPI has no communicator left: returns an error, although errors are fatal. */
void case_nocomms(const char *text)
{
    enum { MAX = 3000 }; /* more communicators than the 2048 of MPICH */
    MPI_Comm *comms = test_alloc(MAX * sizeof(*comms));
    struct engine *h = NULL;
    MPI_Errhandler handler;
    int n = 0, rc, class;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (n < MAX && MPI_Comm_dup(MPI_COMM_WORLD, &comms[n]) == MPI_SUCCESS)
        n++;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    if (n < MAX) {
        rc = engine_create(MPI_COMM_WORLD, text, &h, NULL);
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
    test_works();
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
    EXPECT(handler == MPI_ERRORS_ARE_FATAL);
}

/* Needs an MPI library that takes every rank for a separate machine. */
void case_apart(const char *text)
{
    test_refused(MPI_COMM_WORLD, text, MPI_ERR_COMM);
}

/* The root's message is longer than expected; later messages still work. */
void case_truncate(struct engine *h)
{
    for (size_t sent = 100; sent < 300000; sent = sent * 3 + 1)
        for (int gaps = 0; gaps < 2; gaps++) {
            test_message(h, test_rank,
                         &(struct message){.sent = sent / 6 * 6,
                                           .room = sent / 6 * 3,
                                           .gaps = gaps == 1 && test_rank > 0,
                                           .seed = 9});
            test_once(h, test_rank, test_size - 1, 10000, 4);
        }
}
