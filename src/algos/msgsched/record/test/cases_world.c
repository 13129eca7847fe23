/* cases_world.c: programs with threads, and with sessions. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <pthread.h>
#include <stddef.h>

#include "record_test.h"

/* Runs work(&tags[0]) and work(&tags[1]), in two threads if MPI allows that. */
static void in_threads(void *(*work)(void *))
{
    static int tags[2] = {0, 1};
    int provided;
    pthread_t other;

    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        work(&tags[0]);
        work(&tags[1]);
        return;
    }
    CHECK(pthread_create(&other, NULL, work, &tags[1]) == 0);
    work(&tags[0]);
    pthread_join(other, NULL);
}

static void exchange(int tag, MPI_Comm comm)
{
    char here[8], there[8] = {0};

    MPI_Sendrecv(there, 8, MPI_BYTE, next, tag, here, 8, MPI_BYTE, previous,
                 tag, comm, MPI_STATUS_IGNORE);
}

/* Communicators whose creation was not recorded. Both threads use each of them
 * for the first time at about the same time. */
enum { FRESH = 200 };
static MPI_Comm fresh[FRESH];

static void *use_fresh(void *tag)
{
    for (int i = 0; i < FRESH; i++)
        exchange(2 * i + *(int *)tag, fresh[i]);
    return NULL;
}

void case_fresh(void)
{
    for (int i = 0; i < FRESH; i++)
        PMPI_Comm_dup(MPI_COMM_WORLD, &fresh[i]);
    in_threads(use_fresh);
    for (int i = 0; i < FRESH; i++)
        MPI_Comm_free(&fresh[i]);
}

static int on_delete(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)keyval;
    (void)value;
    (void)extra;
    exchange(2, comm);
    return MPI_SUCCESS;
}

/* A communicator that is used while it is freed, when the recorder no longer
 * knows it; then another one, which may get the same handle. */
void case_dying(void)
{
    MPI_Comm comm;
    int keyval;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL);
    PMPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, keyval, NULL);
    MPI_Comm_free_keyval(&keyval);
    exchange(1, comm);
    MPI_Comm_free(&comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    exchange(3, comm);
    MPI_Comm_free(&comm);
}

/* A program that uses sessions and has no MPI_COMM_WORLD. */
void case_sessions(void)
{
#ifdef HAVE_MPI_LARGE_COUNTS /* MPI 4, which also has sessions */
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, again;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "record_test", MPI_INFO_NULL,
                               MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    exchange(0, comm);
    MPI_Comm_dup(comm, &again);
    exchange(0, again);
    MPI_Barrier(again);
    MPI_Comm_free(&again);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
#endif
}
