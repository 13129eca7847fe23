/* requests.c: MPI is asked about many requests, without statuses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#include "requests.h"

/* MPICH says no statuses by an address that is none, and gcc believes it. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#endif

int ms_requests_wait(int n, MPI_Request *requests)
{
    return MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

int ms_requests_test(int n, MPI_Request *requests, bool *all)
{
    int flag = 0, rc = MPI_Testall(n, requests, &flag, MPI_STATUSES_IGNORE);

    *all = flag;
    return rc;
}

int ms_requests_some(int n, MPI_Request *requests, bool wait, int *ndone,
                     int *done)
{
    int rc = wait ? MPI_Waitsome(n, requests, ndone, done, MPI_STATUSES_IGNORE)
                  : MPI_Testsome(n, requests, ndone, done, MPI_STATUSES_IGNORE);

    if (*ndone == MPI_UNDEFINED)
        *ndone = 0;
    return rc;
}

/* MPI says that a request that is marked for cancellation completes, whatever
 * other ranks do. */
void ms_requests_drop(int n, MPI_Request *requests)
{
    for (int i = 0; i < n; i++) {
        int idle = 1;

        MPI_Request_get_status(requests[i], &idle, MPI_STATUS_IGNORE);
        if (!idle)
            MPI_Cancel(&requests[i]);
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
}
