/* cases_handles.c: MPI reuses the handle of a completed request in another
 * thread before the call that completed it has returned. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "record_test.h"

/* ---- calls that return late ---------------------------------------------- */

static sem_t freed, used, returned;
static _Thread_local bool late; /* delay this thread's next freeing call */

/* Called by late.c, which is behind the recorder. */
void return_late(bool gone);

void return_late(bool gone)
{
    if (!late || !gone)
        return;
    late = false;
    sem_post(&freed);
    sem_wait(&used);
}

/* ---- two threads -------------------------------------------------------- */

enum { BYTES = 8 };
static MPI_Comm other; /* communicator of the second thread */
static char here[BYTES];

/* What the first thread calls, and the function with which the second thread
 * reuses the handle. */
enum call { WAIT, WAITALL, TESTANY, TESTSOME, MRECV, FREE };
struct part {
    enum call call;
    void (*second)(void);
};
static bool overlaps; /* second thread still uses it after the first's call */
static MPI_Request request_before;
static MPI_Message message_before;

static void send_to_next(MPI_Comm comm, int tag)
{
    CHECK(MPI_Send(out, BYTES, MPI_BYTE, next, tag, comm) == MPI_SUCCESS);
}

/* Lets the first thread's call return, now or after the second thread. */
static void let_return(bool now)
{
    if (now != overlaps)
        return;
    sem_post(&used);
    sem_wait(&returned);
}

static void use_request(void)
{
    MPI_Request r;

    MPI_Irecv(here, BYTES, MPI_BYTE, previous, 2, other, &r);
    CHECK(r == request_before);
    let_return(true);
    send_to_next(other, 2);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void use_persistent(void)
{
    MPI_Request r;

    MPI_Recv_init(here, BYTES, MPI_BYTE, previous, 2, other, &r);
    CHECK(r == request_before);
    let_return(true);
    MPI_Start(&r);
    send_to_next(other, 2);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Request_free(&r);
}

/* Waits until the next rank is here, too, without MPI: a message that arrives
 * before its receiver has freed the handle gets another one. */
static void wait_for_next(void)
{
    static int n;
    char name[32];
    FILE *f;

    snprintf(name, sizeof(name), "here-%d-%d", rank, ++n);
    f = fopen(name, "w");
    CHECK(f != NULL && fclose(f) == 0);
    snprintf(name, sizeof(name), "here-%d-%d", next, n);
    while (access(name, F_OK) != 0)
        usleep(1000);
}

static void use_message(void)
{
    MPI_Message m;

    wait_for_next();
    send_to_next(other, 2);
    MPI_Mprobe(previous, 2, other, &m, MPI_STATUS_IGNORE);
    CHECK(m == message_before);
    let_return(true);
    MPI_Mrecv(here, BYTES, MPI_BYTE, &m, MPI_STATUS_IGNORE);
}

/* Makes the first thread's call. The message arrives before that. */
static void first(enum call call)
{
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Message m = MPI_MESSAGE_NULL;
    int at, done = 0;

    if (call == FREE)
        MPI_Recv_init(in, BYTES, MPI_BYTE, previous, 1, MPI_COMM_WORLD, &r);
    else if (call != MRECV)
        MPI_Irecv(in, BYTES, MPI_BYTE, previous, 1, MPI_COMM_WORLD, &r);
    if (call != FREE)
        send_to_next(MPI_COMM_WORLD, 1);
    if (call == MRECV)
        MPI_Mprobe(previous, 1, MPI_COMM_WORLD, &m, MPI_STATUS_IGNORE);
    request_before = r;
    message_before = m;
    late = true;
    if (call == WAIT)
        MPI_Wait(&r, MPI_STATUS_IGNORE);
    else if (call == WAITALL)
        MPI_Waitall(1, &r, MPI_STATUSES_IGNORE);
    else if (call == MRECV)
        MPI_Mrecv(in, BYTES, MPI_BYTE, &m, MPI_STATUS_IGNORE);
    else if (call == FREE)
        MPI_Request_free(&r);
    while (call == TESTANY && !done)
        MPI_Testany(1, &r, &at, &done, MPI_STATUS_IGNORE);
    while (call == TESTSOME && !done)
        MPI_Testsome(1, &r, &done, &at, MPI_STATUSES_IGNORE);
    CHECK(r == MPI_REQUEST_NULL && !late);
}

static void *second(void *part)
{
    sem_wait(&freed);
    ((const struct part *)part)->second();
    let_return(false);
    return NULL;
}

/* Each rank tests each kind of call, without and with overlap. */
void case_handles(void)
{
    static struct part parts[] = {
        {WAIT, use_request},     {WAITALL, use_request}, {TESTANY, use_request},
        {TESTSOME, use_request}, {FREE, use_persistent}, {MRECV, use_message},
    };

    sem_init(&freed, 0, 0);
    sem_init(&used, 0, 0);
    sem_init(&returned, 0, 0);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    for (size_t i = 0; i < 2 * sizeof(parts) / sizeof(parts[0]); i++) {
        struct part *part = &parts[i / 2];
        pthread_t thread;

        overlaps = i % 2;
        CHECK(pthread_create(&thread, NULL, second, part) == 0);
        first(part->call);
        sem_post(&returned);
        pthread_join(thread, NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Comm_free(&other);
}
