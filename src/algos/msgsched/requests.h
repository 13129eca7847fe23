/* requests.h: MPI is asked about many requests, without statuses. */
/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef MSGSCHED_REQUESTS_H
#define MSGSCHED_REQUESTS_H

#include <mpi.h>
#include <stdbool.h>

int ms_requests_wait(int n, MPI_Request *requests);
int ms_requests_test(int n, MPI_Request *requests, bool *all);

/* Those that completed: *ndone of them, 0 if none are left to complete, their
 * numbers in done[]. Waits for one of them if `wait` is set. */
int ms_requests_some(int n, MPI_Request *requests, bool wait, int *ndone,
                     int *done);

/* Cancels those that are active, and waits for them; all are freed but
 * persistent ones. Not for requests of collectives. */
void ms_requests_drop(int n, MPI_Request *requests);

#endif /* MSGSCHED_REQUESTS_H */
