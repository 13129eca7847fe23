/* patient.c: waits for messages without occupying a core. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpi/patient.h"

#include <time.h>
#include "mpi/simulated.h"

enum { SPINS = 200, SLEEP_NS = 20000, SLEEP_MAX_NS = 500000 };

/* Sleeps for an eighth of the time waited so far, within limits. This adds
 * little delay and leaves cores idle. */
static void nap(long *waited_ns)
{
    struct timespec pause = {.tv_nsec = *waited_ns / 8};

    if (pause.tv_nsec < SLEEP_NS)
        pause.tv_nsec = SLEEP_NS;
    if (pause.tv_nsec > SLEEP_MAX_NS)
        pause.tv_nsec = SLEEP_MAX_NS;
    *waited_ns += pause.tv_nsec;
    nanosleep(&pause, NULL);
}

int patient_wait(MPI_Request *request)
{
    long waited_ns = 0;

    if (time_is_simulated()) /* in a simulator, polling takes time and waiting
                                needs no core */
        return MPI_Wait(request, MPI_STATUS_IGNORE);
    for (int polls = 0;; polls++) {
        int done = 0;
        int rc = MPI_Test(request, &done, MPI_STATUS_IGNORE);

        if (rc != MPI_SUCCESS || done)
            return rc;
        if (polls >= SPINS)
            nap(&waited_ns);
    }
}

int patient_recv(void *buf, int count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm)
{
    MPI_Request request;
    int rc = MPI_Irecv(buf, count, type, source, tag, comm, &request);

    return rc == MPI_SUCCESS ? patient_wait(&request) : rc;
}

int patient_barrier(MPI_Comm comm)
{
    MPI_Request request;
    int rc = MPI_Ibarrier(comm, &request);

    return rc == MPI_SUCCESS ? patient_wait(&request) : rc;
}
