/* cases_handles.c: MPI gives the handle of a request that is complete to
 * another thread before the call that has completed it returns. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <string.h>

#include "record_test.h"

/* ---- calls that return late --------------------------------------------- */

static sem_t freed, used;
static _Thread_local bool late; /* this thread's next one that frees a handle */

static void return_late(bool gone)
{
    if (!late || !gone)
        return;
    late = false;
    sem_post(&freed);
    sem_wait(&used);
}

/* In front of the MPI library's. `gone` is what has become of the first handle.
 */
#define LATE(name, params, args, gone)                                         \
    int PMPI_##name params                                                     \
    {                                                                          \
        int(*real) params, rc;                                                 \
                                                                               \
        *(void **)&real = dlsym(RTLD_NEXT, "PMPI_" #name);                     \
        rc = real args;                                                        \
        return_late(gone);                                                     \
        return rc;                                                             \
    }
#define GONE (*request == MPI_REQUEST_NULL)

LATE(Wait, (MPI_Request * request, MPI_Status *s), (request, s), GONE)
LATE(Waitall, (int n, MPI_Request *request, MPI_Status *s), (n, request, s),
     GONE)
LATE(Testany,
     (int n, MPI_Request *request, int *index, int *flag, MPI_Status *s),
     (n, request, index, flag, s), GONE)
LATE(Testsome,
     (int n, MPI_Request *request, int *out_n, int *indices, MPI_Status *s),
     (n, request, out_n, indices, s), GONE)
LATE(Request_free, (MPI_Request * request), (request), GONE)
LATE(Mrecv,
     (void *buf, int n, MPI_Datatype type, MPI_Message *message, MPI_Status *s),
     (buf, n, type, message, s), *message == MPI_MESSAGE_NULL)

/* ---- two threads -------------------------------------------------------- */

enum { BYTES = 8 };
static MPI_Comm other; /* the second thread's */
static char here[BYTES];

/* What the first thread does, and the second with the handle that it gets. */
struct part {
    void (*first)(int call, MPI_Request *request);
    int call;
    void (*second)(void);
};
static MPI_Request request_before;
static MPI_Message message_before;

static void send_to_next(MPI_Comm comm, int tag)
{
    CHECK(MPI_Send(out, BYTES, MPI_BYTE, next, tag, comm) == MPI_SUCCESS);
}

static void use_request(void)
{
    MPI_Request r;

    MPI_Irecv(here, BYTES, MPI_BYTE, previous, 2, other, &r);
    CHECK(r == request_before);
    send_to_next(other, 2);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void use_persistent(void)
{
    MPI_Request r;

    MPI_Recv_init(here, BYTES, MPI_BYTE, previous, 2, other, &r);
    CHECK(r == request_before);
    MPI_Start(&r);
    send_to_next(other, 2);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
}

static void use_message(void)
{
    MPI_Message m;

    send_to_next(other, 2);
    MPI_Mprobe(previous, 2, other, &m, MPI_STATUS_IGNORE);
    CHECK(m == message_before);
    MPI_Mrecv(here, BYTES, MPI_BYTE, &m, MPI_STATUS_IGNORE);
}

/* A receive, complete by a call of each kind. */
enum { WAIT, WAITALL, TESTANY, TESTSOME };

static void by_call(int call, MPI_Request *r)
{
    int at, done = 0;

    MPI_Irecv(in, BYTES, MPI_BYTE, previous, 1, MPI_COMM_WORLD, r);
    send_to_next(MPI_COMM_WORLD, 1);
    request_before = *r;
    late = true;
    if (call == WAIT)
        MPI_Wait(r, MPI_STATUS_IGNORE);
    else if (call == WAITALL)
        MPI_Waitall(1, r, MPI_STATUSES_IGNORE);
    while (call == TESTANY && !done)
        MPI_Testany(1, r, &at, &done, MPI_STATUS_IGNORE);
    while (call == TESTSOME && !done)
        MPI_Testsome(1, r, &done, &at, MPI_STATUSES_IGNORE);
}

static void by_free(int call, MPI_Request *r)
{
    (void)call;
    MPI_Recv_init(in, BYTES, MPI_BYTE, previous, 1, MPI_COMM_WORLD, r);
    request_before = *r;
    late = true;
    MPI_Request_free(r);
}

static void by_mrecv(int call, MPI_Request *r)
{
    MPI_Message m;

    (void)call;
    *r = MPI_REQUEST_NULL;
    send_to_next(MPI_COMM_WORLD, 1);
    MPI_Mprobe(previous, 1, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
    message_before = m;
    late = true;
    MPI_Mrecv(in, BYTES, MPI_BYTE, &m, MPI_STATUS_IGNORE);
}

static void *second(void *part)
{
    sem_wait(&freed);
    ((const struct part *)part)->second();
    sem_post(&used);
    return NULL;
}

/* Each rank has the same of each kind. */
void case_handles(void)
{
    static struct part parts[] = {
        {by_call, WAIT, use_request},    {by_call, WAITALL, use_request},
        {by_call, TESTANY, use_request}, {by_call, TESTSOME, use_request},
        {by_free, 0, use_persistent},    {by_mrecv, 0, use_message},
    };

    sem_init(&freed, 0, 0);
    sem_init(&used, 0, 0);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        pthread_t thread;
        MPI_Request r;

        CHECK(pthread_create(&thread, NULL, second, &parts[i]) == 0);
        parts[i].first(parts[i].call, &r);
        pthread_join(thread, NULL);
        CHECK(r == MPI_REQUEST_NULL && !late);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&other);
}
